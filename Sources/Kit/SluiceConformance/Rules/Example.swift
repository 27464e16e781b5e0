import SluiceSimulation
public import SluiceSpies

extension Rule {
  /// A log that a rule must judge as stated: the rule's documentation and its test at once.
  ///
  /// Entries follow one another at one virtual instant and one step apart, unless `after` moves the
  /// clock or `inTheSameStep` says otherwise.
  public struct Example: Sendable {
    /// What the log shows, in a few words.
    public var title: String
    /// The traits of the stream that the log is of.
    public var traits: Traits
    /// The log.
    public var lines: [Line]
    /// What the rule must say.
    public var expectation: Expectation
    /// The options that the scenario asked for, by the sequence whose access asked for them.
    public var askedOptions: [SequenceID: Value] = [:]
    /// Whether each sequence listens to a source of its own.
    var hasSourceEach = false

    /// What a rule must say of an example.
    public enum Expectation: Sendable, Hashable {
      /// Held.
      case conforming
      /// Violated, at the line that is marked with `blamed`.
      case violating
      /// Not exercised.
      case silent
      /// Inapplicable.
      case outside
    }

    /// One entry, the marks on it, and how long after the entry before it happens.
    public struct Line: Sendable {
      /// What happened.
      public var event: Event
      /// Whether a violation is to blame on this entry.
      public var isBlamed = false
      /// Nanoseconds of virtual time since the entry before.
      public var delay: Int64 = 0
      /// Whether it is of the same step as the entry before.
      var isOfSameStep = false
      /// How many calls of the backend it fell into by chance.
      var interruptions = 0
      /// How many watched elements there were by then.
      package var elements = ElementCount()
      /// The sequence whose reading came back just before.
      var opened: SequenceID?
      /// How the subject's allocations have grown by then.
      package var growth: AllocationGrowth?
    }
  }
}

extension Rule.Example {
  // Each kind comes without traits, for the reference streams' own, and with them. `after` names
  // the lines with which the log opens.

  /// A log that the rule must accept.
  public static func conforming(
    _ title: String, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    conforming(title, Traits(), after: opening, lines)
  }

  /// A log that the rule must accept, of a stream that declares certain traits.
  public static func conforming(
    _ title: String, _ traits: Traits, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    Self(title: title, traits: traits, lines: opening + lines, expectation: .conforming)
  }

  /// A log that the rule must reject, at the line marked `blamed`.
  public static func violating(
    _ title: String, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    violating(title, Traits(), after: opening, lines)
  }

  /// A log that the rule must reject, at the line marked `blamed`, of a stream that declares
  /// certain traits.
  public static func violating(
    _ title: String, _ traits: Traits, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    Self(title: title, traits: traits, lines: opening + lines, expectation: .violating)
  }

  /// A log in which the rule has nothing to judge.
  public static func silent(
    _ title: String, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    silent(title, Traits(), after: opening, lines)
  }

  /// A log in which the rule has nothing to judge, of a stream that declares certain traits.
  public static func silent(
    _ title: String, _ traits: Traits, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    Self(title: title, traits: traits, lines: opening + lines, expectation: .silent)
  }

  /// A log of a stream to which the rule does not apply.
  public static func outside(
    _ title: String, _ traits: Traits, after opening: [Line] = [], _ lines: [Line] = []
  ) -> Self {
    Self(title: title, traits: traits, lines: opening + lines, expectation: .outside)
  }
}

extension Rule.Example {
  /// This example, of a scenario that asked for options when it accessed stream 1.
  public func asking(_ options: Value) -> Rule.Example {
    var example = self
    example.askedOptions = [1: options]
    return example
  }

  /// This example, of streams that listen to a source each.
  var ofTwoSources: Rule.Example {
    var example = self
    example.hasSourceEach = true
    return example
  }

  /// The place of the line that is marked as the one to blame.
  public var blamed: Int? {
    lines.firstIndex { line in line.isBlamed }
  }

  /// The example's log as a rule sees it.
  public var evidence: Evidence {
    var nanoseconds: Int64 = 0
    var entries: [LogEntry] = []
    var step = -1
    for line in lines {
      nanoseconds += line.delay
      if !line.isOfSameStep { step += 1 }
      var entry = LogEntry(
        instant: Instant(nanoseconds: nanoseconds), step: step, event: line.event)
      entry.interruptions = line.interruptions
      entry.elements = line.elements
      entry.opened = line.opened
      entry.growth = line.growth
      entries.append(entry)
    }
    var declarations = Declarations(traits)
    if hasSourceEach {
      for case .accessed(let id) in entries.map(\.event) {
        declarations.declare(source: .integer(Int64(id.number)), of: id)
      }
    }
    return Evidence(
      entries, filedIn: LogIndex(), declarations: declarations, askedOptions: askedOptions)
  }
}
