extension SyntaxValue: CustomStringConvertible {
  /// The value in the notation of the language, on one line.
  public var description: String {
    switch kind {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .wildcard: "_"
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .duration(let nanoseconds): DurationText.short(nanoseconds)
    case .string(let value), .text(let value): JSONText.quoted(value)
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
  public var description: String {
    let parts = elements.map(\.description) + (isOpen ? ["..."] : [])
    return "[" + parts.joined(separator: ", ") + "]"
  }
}

extension SyntaxObject: CustomStringConvertible {
  /// The object in the notation of the language; a key that is no word is quoted.
  public var description: String {
    var parts = members.map { member in
      let key = WordText.isIdentifier(member.key) ? member.key : JSONText.quoted(member.key)
      return "\(key): \(member.value)"
    }
    if isOpen { parts.append("...") }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}

extension SyntaxCall: CustomStringConvertible {
  /// The call in the notation of the language.
  public var description: String {
    let parts = arguments.map { argument in
      (argument.label.map { label in label.text + ": " } ?? "") + argument.value.description
    }
    return name.text + "(" + parts.joined(separator: ", ") + ")"
  }
}
