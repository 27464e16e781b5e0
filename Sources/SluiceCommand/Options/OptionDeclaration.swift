/// One option of a command: its name, what it takes, and its line of help.
public struct OptionDeclaration: Hashable, Sendable {
  /// What follows the option's name.
  public enum Value: Hashable, Sendable {
    /// Nothing: the option is given or not.
    case none
    /// One value, which help and errors call by this word, such as `FILE` or `human|gcc|json`.
    case one(String)
  }

  /// The name with its dashes, such as `--junit`.
  public var name: String
  /// What follows the name.
  public var value: Value
  /// Whether it may be given more than once.
  public var isRepeatable: Bool
  /// What it does, and what holds without it: a phrase, without a full stop.
  public var help: String

  /// An option.
  ///
  /// - Parameters:
  ///   - name: the name with its dashes.
  ///   - value: what follows the name.
  ///   - isRepeatable: whether it may be given more than once.
  ///   - help: what it does: a phrase, without a full stop.
  public init(_ name: String, _ value: Value, isRepeatable: Bool = false, help: String) {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// The name and what follows it, as help shows them.
  package var signature: String {
    switch value {
    case .none: name
    case .one(let placeholder): "\(name) \(placeholder)"
    }
  }
}

/// What a command takes beside its options.
public struct OperandDeclaration: Hashable, Sendable {
  /// How many words.
  public enum Count: Hashable, Sendable {
    /// Exactly one.
    case one
    /// None or more.
    case any
  }

  /// The word by which help and errors call it, such as `PATH`.
  public var placeholder: String
  /// How many there may be.
  public var count: Count
  /// What it means: a phrase, without a full stop.
  public var help: String

  /// Operands of one kind.
  public init(_ placeholder: String, _ count: Count, help: String) {
    self.placeholder = placeholder
    self.count = count
    self.help = help
  }
}
