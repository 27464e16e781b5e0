package import SluiceScenarios
public import SluiceSpies

/// What an argument may be, how it is checked and how it is read.
public struct ArgumentKind<Argument: Sendable>: Sendable {
  package let type: ValueType
  package let read: @Sendable (Value) -> Argument?
  package let literal: @Sendable (Argument) -> SyntaxValue.Kind

  package init(
    _ type: ValueType, read: @escaping @Sendable (Value) -> Argument?,
    literal: @escaping @Sendable (Argument) -> SyntaxValue.Kind
  ) {
    self.type = type
    self.read = read
    self.literal = literal
  }
}

extension ArgumentKind where Argument == Bool {
  /// `true` or `false`.
  public static var bool: ArgumentKind {
    ArgumentKind(.bool, read: { value in value.truth }, literal: { truth in .bool(truth) })
  }
}

extension ArgumentKind where Argument == Int64 {
  /// A whole number of 64 bits.
  public static var integer: ArgumentKind {
    ArgumentKind(.int, read: { value in value.wholeNumber }, literal: { number in .int(number) })
  }
}

extension ArgumentKind where Argument == Double {
  /// A number with a fraction.
  public static var double: ArgumentKind {
    ArgumentKind(
      .double, read: { value in if case .double(let number) = value { number } else { nil } },
      literal: { number in .double(number) })
  }
}

extension ArgumentKind where Argument == Duration {
  /// A length of virtual time.
  public static var duration: ArgumentKind {
    ArgumentKind(
      .duration, read: { value in value.nanoseconds.map { .nanoseconds($0) } },
      literal: { duration in .duration(duration.nanoseconds) })
  }
}

extension ArgumentKind where Argument == String {
  /// A text.
  public static var string: ArgumentKind {
    ArgumentKind(.string, read: { value in value.letters }, literal: { text in .string(text) })
  }

  /// A slash-separated place in a backend, or a text in its place.
  public static var path: ArgumentKind {
    ArgumentKind(.path, read: { value in value.letters }, literal: { text in .string(text) })
  }

  /// A place, of which one at the root may be a bare word.
  public static var place: ArgumentKind {
    ArgumentKind(
      .oneOf([.path, .symbol([])]), read: { value in value.place },
      literal: { text in .string(text) })
  }

  /// The name of an error.
  public static var error: ArgumentKind {
    ArgumentKind(.error, read: { value in value.word }, literal: { word in .symbol(word) })
  }

  /// One of some bare words; any bare word if there are none.
  public static func word(_ words: String...) -> ArgumentKind { word(words) }

  /// One of some bare words; any bare word if there are none.
  public static func word(_ words: [String]) -> ArgumentKind {
    ArgumentKind(
      .symbol(words), read: { value in value.word }, literal: { word in .symbol(word) })
  }
}

extension ArgumentKind
where Argument: RawRepresentable & CaseIterable, Argument.RawValue == String {
  /// One of the cases of a type, written as the bare words that are their raw values.
  public static var choice: ArgumentKind {
    ArgumentKind(
      .symbol(Argument.allCases.map { choice in choice.rawValue }),
      read: { value in value.word.flatMap { word in Argument(rawValue: word) } },
      literal: { choice in .symbol(choice.rawValue) })
  }
}

extension ArgumentKind where Argument: CaseIterable {
  /// One of the cases of a type, written as bare words that are not their raw values.
  ///
  /// - Parameter word: The bare word of a case, which no other case has.
  /// - Returns: The kind.
  public static func choice(_ word: @escaping @Sendable (Argument) -> String) -> ArgumentKind {
    ArgumentKind(
      .symbol(Argument.allCases.map { choice in word(choice) }),
      read: { value in Argument.allCases.first { choice in word(choice) == value.word } },
      literal: { choice in .symbol(word(choice)) })
  }
}

extension ArgumentKind {
  /// A part of what is also compared with: in patterns anything, else what another kind reads.
  ///
  /// - Parameter kind: What it is where it is no pattern.
  /// - Returns: The kind.
  public static func pattern(of kind: ArgumentKind) -> ArgumentKind {
    ArgumentKind(.pattern, read: kind.read, literal: kind.literal)
  }
}

extension ArgumentKind where Argument == Value {
  /// Data as a backend stores it: JSON values, and calls that make data.
  public static var data: ArgumentKind { value(.data) }
  /// A pattern: anything, with wildcards and ellipses.
  public static var pattern: ArgumentKind { value(.pattern) }
  /// An array of data.
  public static var array: ArgumentKind { value(.array) }
  /// An object of data.
  public static var object: ArgumentKind { value(.object) }

  /// The word `null`.
  public static var null: ArgumentKind { value(.null) }

  /// A value of one of several kinds.
  public static func oneOf<each Kind>(
    _ kinds: repeat ArgumentKind<each Kind>
  ) -> ArgumentKind {
    value(.oneOf(types(of: repeat each kinds)))
  }

  private static func value(_ type: ValueType) -> ArgumentKind {
    ArgumentKind(type, read: { value in value }, literal: { value in value.literal })
  }
}

extension ArgumentKind {
  /// One of several kinds, read as one type; it has no default.
  ///
  /// - Parameters:
  ///   - kinds: The kinds.
  ///   - read: Makes the argument of what each kind reads; nil for those that the value is not of.
  /// - Returns: The kind.
  public static func oneOf<each Kind>(
    _ kinds: repeat ArgumentKind<each Kind>,
    read: @escaping @Sendable (repeat (each Kind)?) -> Argument?
  ) -> ArgumentKind {
    ArgumentKind(
      .oneOf(types(of: repeat each kinds)),
      read: { value in read(repeat (each kinds).read(value)) },
      literal: { _ in preconditionFailure("one of several kinds has no default but none") })
  }

  private static func types<each Kind>(of kinds: repeat ArgumentKind<each Kind>) -> [ValueType] {
    var types: [ValueType] = []
    for kind in repeat each kinds { types.append(kind.type) }
    return types
  }

  /// An array whose elements are all of one kind, such as arrays of data, or texts.
  public static func list<Element>(
    of element: ArgumentKind<Element>
  ) -> ArgumentKind where Argument == [Element] {
    ArgumentKind(
      .list(of: element.type),
      read: { value in
        guard case .array(let values) = value else { return nil }
        let elements = values.compactMap { value in element.read(value) }
        return elements.count == values.count ? elements : nil
      },
      literal: { _ in preconditionFailure("a list has no default but none") })
  }
}

extension ArgumentKind where Argument == [Value.Member] {
  /// An object of data, by its members.
  public static var members: ArgumentKind {
    ArgumentKind(
      .object, read: { value in if case .object(let members) = value { members } else { nil } },
      literal: { _ in preconditionFailure("an object has no default but none") })
  }
}

extension ArgumentKind where Argument == [Value] {
  /// An array of data.
  public static var elements: ArgumentKind {
    ArgumentKind(
      .array, read: { value in if case .array(let elements) = value { elements } else { nil } },
      literal: { _ in preconditionFailure("an array has no default but none") })
  }
}

extension Value {
  /// The whole number that this is, if it is one.
  package var wholeNumber: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The nanoseconds of the duration that this is, if it is one.
  package var nanoseconds: Int64? {
    if case .duration(let nanoseconds) = self { nanoseconds } else { nil }
  }

  /// The truth value that this is, if it is one.
  package var truth: Bool? {
    if case .bool(let truth) = self { truth } else { nil }
  }

  /// The bare word that this is, if it is one.
  package var word: String? {
    if case .symbol(let word) = self { word } else { nil }
  }

  /// The letters of the path or string that this is, if it is one.
  package var letters: String? {
    switch self {
    case .path(let letters), .string(let letters): letters
    default: nil
    }
  }

  /// The letters of the path, string or bare word that this is, if it is one.
  package var place: String? { letters ?? word }

  /// How a scenario writes this as a default.
  fileprivate var literal: SyntaxValue.Kind {
    switch self {
    case .null: .null
    case .bool(let truth): .bool(truth)
    case .integer(let number): .int(number)
    case .double(let number): .double(number)
    case .duration(let nanoseconds): .duration(nanoseconds)
    case .string(let text): .string(text)
    case .symbol(let word): .symbol(word)
    case .path, .array, .object, .call:
      preconditionFailure("a default is a plain value, not \(self)")
    }
  }
}

extension Duration {
  /// The whole nanoseconds; a duration of more than 292 years is a mistake of the programmer.
  fileprivate var nanoseconds: Int64 {
    Int64(components.seconds) * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
