public import SluiceSpies

extension Rule {
  /// A log that a rule must judge as stated: the rule's documentation and its test at once.
  ///
  /// Entries follow one another at one virtual instant and one step apart, unless `after` moves the clock.
  public struct Example: Sendable {
    /// What the log shows, in a few words.
    public var title: String
    /// The traits of the stream that the log is of.
    public var traits: Traits
    /// The log.
    public var lines: [Line]
    /// What the rule must say.
    public var expectation: Expectation

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
    }

    /// A log that the rule must accept.
    public static func conforming(
      _ title: String, _ traits: Traits = Traits(), _ lines: [Line]
    ) -> Example {
      Example(title: title, traits: traits, lines: lines, expectation: .conforming)
    }

    /// A log that the rule must reject, at the line marked `blamed`.
    public static func violating(
      _ title: String, _ traits: Traits = Traits(), _ lines: [Line]
    ) -> Example {
      Example(title: title, traits: traits, lines: lines, expectation: .violating)
    }

    /// A log in which the rule has nothing to judge.
    public static func silent(
      _ title: String, _ traits: Traits = Traits(), _ lines: [Line]
    ) -> Example {
      Example(title: title, traits: traits, lines: lines, expectation: .silent)
    }

    /// A log of a stream to which the rule does not apply.
    public static func outside(
      _ title: String, _ traits: Traits, _ lines: [Line]
    ) -> Example {
      Example(title: title, traits: traits, lines: lines, expectation: .outside)
    }
  }
}
