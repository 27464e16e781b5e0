/// One parameter of a verb, a stream, a probe or a value call; also one column of a verb's table.
public struct ParameterSignature: Hashable, Sendable {
  /// Whether an argument must be given.
  public enum Presence: Hashable, Sendable {
    /// It must.
    case required
    /// It need not, and then there is no value.
    case optional
    /// It need not, and then this is the value.
    case defaulted(SyntaxValue.Kind)
    /// It may be given any number of times; only the last parameter without a label may be so.
    case variadic
  }

  /// The label that stands before the argument, or nil for an argument known by its position.
  public var label: String?
  /// The name by which the implementation asks for the value.
  public var name: String
  /// What the argument may be.
  public var type: ValueType
  /// Whether it must be given.
  public var presence: Presence
  /// What it is for, as the second half of a sentence.
  public var summary: String

  /// Creates a parameter known by its position.
  ///
  /// - Parameters:
  ///   - name: The name by which the implementation asks for the value.
  ///   - type: What the argument may be.
  ///   - presence: Whether it must be given.
  ///   - summary: What it is for.
  public init(
    _ name: String, _ type: ValueType, _ presence: Presence = .required, summary: String = ""
  ) {
    self.label = nil
    self.name = name
    self.type = type
    self.presence = presence
    self.summary = summary
  }

  /// Creates a parameter with a label.
  ///
  /// - Parameters:
  ///   - label: The label, which is also the parameter's name.
  ///   - type: What the argument may be.
  ///   - presence: Whether it must be given.
  ///   - summary: What it is for.
  public init(
    label: String, _ type: ValueType, _ presence: Presence = .optional, summary: String = ""
  ) {
    self.label = label
    self.name = label
    self.type = type
    self.presence = presence
    self.summary = summary
  }

  /// The parameter as a signature shows it, such as `includeMetadataChanges: BOOL = false`.
  var description: String {
    let head = label.map { label in "\(label): " } ?? ""
    return switch presence {
    case .required: head + type.short
    case .optional: "[\(head)\(type.short)]"
    case .variadic: head + type.short + ", ..."
    case .defaulted(let kind):
      "\(head)\(type.short) = \(SyntaxValue(kind, at: SourceSpan(file: 0, start: 0, end: 0)))"
    }
  }
}
