package import SluiceScenarios
public import SluiceSpies

/// One parameter of a verb, a probe, a stream or a constructor: its name, what it may be, and how
/// an action gets it.
///
/// What declares it hands it to its action as an `Argument`: an action can't read what is not
/// declared, and what it reads has been checked. Several that belong together, such as the parts of
/// a query, are combined into one.
public struct Parameter<Argument: Sendable>: Sendable {
  /// What the checker knows of it; several where it is combined.
  package let signatures: [ParameterSignature]
  /// Makes the argument of what a line gives for each parameter.
  private let read: @Sendable (Call) throws -> Argument

  private init(
    _ signatures: [ParameterSignature], _ read: @escaping @Sendable (Call) throws -> Argument
  ) {
    self.signatures = signatures
    self.read = read
  }

  /// A parameter that must be given, known by its position.
  ///
  /// - Parameters:
  ///   - name: Its name, in messages and help.
  ///   - kind: What it may be.
  ///   - summary: What it is for, as the second half of a sentence.
  public init(_ name: String, _ kind: ArgumentKind<Argument>, _ summary: String) {
    self.init(ParameterSignature(name, kind.type, summary: summary), kind)
  }

  /// A parameter that must be given, with a label.
  ///
  /// - Parameters:
  ///   - label: The label, which is also its name.
  ///   - kind: What it may be.
  ///   - summary: What it is for, as the second half of a sentence.
  public init(label: String, _ kind: ArgumentKind<Argument>, _ summary: String) {
    self.init(ParameterSignature(label: label, kind.type, .required, summary: summary), kind)
  }

  /// A parameter that need not be given, known by its position.
  ///
  /// - Parameters:
  ///   - name: Its name, in messages and help.
  ///   - kind: What it may be.
  ///   - value: What it is where it is not given.
  ///   - summary: What it is for, as the second half of a sentence.
  public init(
    _ name: String, _ kind: ArgumentKind<Argument>, default value: Argument, _ summary: String
  ) {
    let presence = ParameterSignature.Presence.defaulted(kind.literal(value))
    self.init(ParameterSignature(name, kind.type, presence, summary: summary), kind, value)
  }

  /// A parameter that need not be given, with a label.
  ///
  /// - Parameters:
  ///   - label: The label, which is also its name.
  ///   - kind: What it may be.
  ///   - value: What it is where it is not given.
  ///   - summary: What it is for, as the second half of a sentence.
  public init(
    label: String, _ kind: ArgumentKind<Argument>, default value: Argument, _ summary: String
  ) {
    let presence = ParameterSignature.Presence.defaulted(kind.literal(value))
    self.init(
      ParameterSignature(label: label, kind.type, presence, summary: summary), kind, value)
  }

  private init(
    _ signature: ParameterSignature, _ kind: ArgumentKind<Argument>, _ value: Argument? = nil
  ) {
    self.init([signature]) { call in
      let given = call.values(of: signature.name).first.flatMap(kind.read)
      guard let argument = given ?? value else { throw call.misfit(signature) }
      return argument
    }
  }

  /// A parameter that need not be given and has no value then, known by its position.
  ///
  /// - Parameters:
  ///   - name: Its name, in messages and help.
  ///   - kind: What it may be.
  ///   - summary: What it is for, as the second half of a sentence.
  /// - Returns: The parameter.
  public static func optional<Wrapped>(
    _ name: String, _ kind: ArgumentKind<Wrapped>, _ summary: String
  ) -> Parameter where Argument == Wrapped? {
    optional(ParameterSignature(name, kind.type, .optional, summary: summary), kind)
  }

  /// A parameter that need not be given and has no value then, with a label.
  ///
  /// - Parameters:
  ///   - label: The label, which is also its name.
  ///   - kind: What it may be.
  ///   - summary: What it is for, as the second half of a sentence.
  /// - Returns: The parameter.
  public static func optional<Wrapped>(
    label: String, _ kind: ArgumentKind<Wrapped>, _ summary: String
  ) -> Parameter where Argument == Wrapped? {
    optional(ParameterSignature(label: label, kind.type, .optional, summary: summary), kind)
  }

  private static func optional<Wrapped>(
    _ signature: ParameterSignature, _ kind: ArgumentKind<Wrapped>
  ) -> Parameter where Argument == Wrapped? {
    Parameter([signature]) { call in
      guard let value = call.values(of: signature.name).first else { return nil }
      guard let argument = kind.read(value) else { throw call.misfit(signature) }
      return argument
    }
  }

  /// A parameter that may be given any number of times, known by its position: the last such.
  ///
  /// - Parameters:
  ///   - name: Its name, in messages and help.
  ///   - kind: What each may be.
  ///   - summary: What it is for, as the second half of a sentence.
  /// - Returns: The parameter.
  public static func variadic<Element>(
    _ name: String, _ kind: ArgumentKind<Element>, _ summary: String
  ) -> Parameter where Argument == [Element] {
    let signature = ParameterSignature(name, kind.type, .variadic, summary: summary)
    return Parameter([signature]) { call in
      try call.values(of: name).map { value in
        guard let argument = kind.read(value) else { throw call.misfit(signature) }
        return argument
      }
    }
  }

  /// Several parameters as one that an action is handed as a whole.
  ///
  /// - Parameters:
  ///   - parameters: The parts, in the order in which a line gives them.
  ///   - combine: Makes the whole of them; it throws a `FixtureError` or another error that says
  ///     why they don't fit together.
  /// - Returns: The whole.
  public static func combining<each Part>(
    _ parameters: repeat Parameter<each Part>,
    into combine: @escaping @Sendable (repeat each Part) throws -> Argument
  ) -> Parameter {
    var signatures: [ParameterSignature] = []
    for parameter in repeat each parameters { signatures += parameter.signatures }
    return Parameter(signatures) { call in
      try combine(repeat try (each parameters).argument(of: call))
    }
  }

  /// Parameters of one kind as one that an action is handed as a list.
  package static func collecting<Element>(
    _ parameters: [Parameter<Element>]
  ) -> Parameter where Argument == [Element] {
    Parameter(parameters.flatMap { parameter in parameter.signatures }) { call in
      try parameters.map { parameter in try parameter.argument(of: call) }
    }
  }

  /// The argument of a line.
  ///
  /// - Parameter call: The line's call, which was checked against the parameter.
  /// - Returns: What the line gives, or the default.
  /// - Throws: `FixtureError` where it can't be read, and what a combination throws.
  package func argument(of call: Call) throws -> Argument {
    try read(call)
  }
}

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

extension ArgumentKind where Argument == [Value.Member] {
  /// An object of data, by its members.
  public static var members: ArgumentKind {
    ArgumentKind(
      .object, read: { value in if case .object(let members) = value { members } else { nil } },
      literal: { _ in preconditionFailure("an object has no default but none") })
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
