import SluiceSpies

/// A value as it is written in a scenario, with its place.
///
/// Integers and doubles stay apart, and a bare word is a symbol, never a string. The same type
/// serves before and after variables are put in: a checked case contains no ``Kind/variable(_:)``
/// and no path segment that is a variable.
package struct SyntaxValue: Hashable, Sendable {
  /// What a value is.
  package indirect enum Kind: Hashable, Sendable {
    /// The word `null`.
    case null
    /// The words `true` and `false`.
    case bool(Bool)
    /// The pattern `_`, which matches anything.
    case wildcard
    /// A whole number of 64 bits.
    case int(Int64)
    /// A number with a fraction or an exponent; always finite.
    case double(Double)
    /// A duration in nanoseconds; never negative.
    case duration(Int64)
    /// A string in JSON's notation, decoded.
    case string(String)
    /// A text between triple quotes, with the common indentation taken off.
    case text(String)
    /// A path such as `cities/SF`.
    case path(SyntaxPath)
    /// A variable such as `$after`, without its dollar sign.
    case variable(String)
    /// A bare word.
    case symbol(String)
    /// An array.
    case array(SyntaxArray)
    /// An object.
    case object(SyntaxObject)
    /// A call such as `timestamp("…")`.
    case call(SyntaxCall)
  }

  /// What the value is.
  package var kind: Kind
  /// Where it stands; for a value that a variable brought, where the variable stands.
  package var span: SourceSpan
  /// Where it is written, if a variable brought it to ``span``.
  package var origin: SourceSpan?

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - span: Where it stands.
  ///   - origin: Where it is written, if a variable brought it.
  package init(_ kind: Kind, at span: SourceSpan, origin: SourceSpan? = nil) {
    self.kind = kind
    self.span = span
    self.origin = origin
  }
}

/// The elements of an array, and whether more may follow where it is a pattern.
package struct SyntaxArray: Hashable, Sendable {
  /// The elements in order.
  package var elements: [SyntaxValue]
  /// Whether the array ends with `...`: as a pattern it matches any array that begins so.
  package var isOpen = false
}

/// The members of an object in the order in which they are written.
package struct SyntaxObject: Hashable, Sendable {
  /// A key with its value.
  package struct Member: Hashable, Sendable {
    /// The key; `a.b` is one key with a dot in it.
    package var key: String
    /// The place of the key.
    package var keySpan: SourceSpan
    /// The value.
    package var value: SyntaxValue
  }

  /// The members in order; keys are unique in a checked file.
  package var members: [Member]
  /// Whether the object ends with `...`: as a pattern it matches any object with at least these
  /// members.
  package var isOpen = false

  /// The value of a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value, or nil if no member has this key.
  package subscript(key: String) -> SyntaxValue? {
    members.first { member in member.key == key }?.value
  }
}

/// A name with arguments, before they are matched with a signature.
package struct SyntaxCall: Hashable, Sendable {
  /// One argument.
  package struct Argument: Hashable, Sendable {
    /// The label, if there is one.
    package var label: SyntaxName?
    /// The value.
    package var value: SyntaxValue
  }

  /// What is called.
  package var name: SyntaxName
  /// The arguments as they are written.
  package var arguments: [Argument]
}

/// A word with its place.
package struct SyntaxName: Hashable, Sendable {
  /// The word.
  package var text: String
  /// The place.
  package var span: SourceSpan

  init(_ text: String, at span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// A path such as `cities/SF`, `/scores` or `cities/$id`.
package struct SyntaxPath: Hashable, Sendable {
  /// One part of a path between slashes.
  package enum Segment: Hashable, Sendable {
    /// Letters as they are written; never empty and without a slash.
    case literal(String)
    /// A variable, without its dollar sign.
    case variable(String)

    /// How many bytes it is written in.
    var size: Int {
      switch self {
      case .literal(let text): text.utf8.count
      case .variable(let name): name.utf8.count + 1
      }
    }
  }

  /// The parts in order; only the root `/` has none.
  package var segments: [Segment]
  /// Whether the path begins with a slash.
  package var isAbsolute: Bool

  /// Creates a path.
  ///
  /// - Parameters:
  ///   - segments: The parts in order.
  ///   - isAbsolute: Whether it begins with a slash.
  package init(segments: [Segment], isAbsolute: Bool) {
    self.segments = segments
    self.isAbsolute = isAbsolute
  }

  /// The path as text, with variables in their written form.
  package var text: String {
    let parts = segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .variable(let name): "$" + name
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }
}

extension SyntaxValue: CustomStringConvertible {
  /// The value in the notation of the language, on one line.
  package var description: String {
    switch kind {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .wildcard: "_"
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .duration(let nanoseconds): Value.notation(nanoseconds: nanoseconds)
    case .string(let value), .text(let value): Value.quoted(value)
    case .path(let path): path.text
    case .variable(let name): "$" + name
    case .symbol(let name): name
    case .array(let array): array.description
    case .object(let object): object.description
    case .call(let call): call.description
    }
  }

  /// What the value is, with an article, for messages.
  var noun: String {
    switch kind {
    case .null: "null"
    case .bool: "a truth value"
    case .wildcard: "the wildcard _"
    case .int: "an integer"
    case .double: "a double"
    case .duration: "a duration"
    case .string: "a string"
    case .text: "a text"
    case .path: "a path"
    case .variable(let name): "the variable $\(name)"
    case .symbol(let name): "the bare word '\(name)'"
    case .array: "an array"
    case .object: "an object"
    case .call(let call): "a call of '\(call.name.text)'"
    }
  }
}

extension SyntaxArray: CustomStringConvertible {
  /// The array in the notation of the language.
  package var description: String {
    let parts = elements.map(\.description) + (isOpen ? ["..."] : [])
    return "[" + parts.joined(separator: ", ") + "]"
  }
}

extension SyntaxObject: CustomStringConvertible {
  /// The object in the notation of the language; a key that is no word is quoted.
  package var description: String {
    var parts = members.map { member in
      let key = WordText.isIdentifier(member.key) ? member.key : Value.quoted(member.key)
      return "\(key): \(member.value)"
    }
    if isOpen { parts.append("...") }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}

extension SyntaxCall: CustomStringConvertible {
  /// The call in the notation of the language.
  package var description: String {
    let parts = arguments.map { argument in
      (argument.label.map { label in label.text + ": " } ?? "") + argument.value.description
    }
    return name.text + "(" + parts.joined(separator: ", ") + ")"
  }
}
