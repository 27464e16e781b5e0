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
      var elements = ElementCount()
    }
  }
}
