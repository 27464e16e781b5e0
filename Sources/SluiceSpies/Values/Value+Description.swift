extension Value: CustomStringConvertible {
  /// The value in the notation of the scenario language.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .double(let value): text += Value.notation(of: value)
    case .duration(let nanoseconds): text += Value.notation(nanoseconds: nanoseconds)
    case .string(let value): text += Value.quoted(value)
    case .symbol(let value), .path(let value): text += value
    case .array(let values): write(values, between: ("[", "]"), to: &text) { $0.write(to: &$1) }
    case .object(let members):
      write(members, between: ("{", "}"), to: &text) { member, text in
        text += "\(Value.key(member.name)): "
        member.value.write(to: &text)
      }
    case .call(let name, let arguments):
      write(arguments, between: ("\(name)(", ")"), to: &text) { argument, text in
        if let label = argument.label { text += "\(label): " }
        argument.value.write(to: &text)
      }
    }
  }

  private func write<Item>(
    _ items: [Item], between ends: (String, String), to text: inout String,
    each writeItem: (Item, inout String) -> Void
  ) {
    text += ends.0
    for (index, item) in items.enumerated() {
      if index > 0 { text += ", " }
      writeItem(item, &text)
    }
    text += ends.1
  }

  private static func notation(of number: Double) -> String {
    if number.isNaN { return "double(nan)" }
    if number.isInfinite { return number < 0 ? "double(-inf)" : "double(inf)" }
    return "\(number)"
  }

  private static func notation(nanoseconds: Int64) -> String {
    let units: [(String, Int64)] = [
      ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
      ("us", 1_000),
    ]
    if nanoseconds == 0 { return "0ms" }
    for (unit, size) in units where nanoseconds.isMultiple(of: size) {
      return "\(nanoseconds / size)\(unit)"
    }
    return "\(nanoseconds)ns"
  }

  private static func key(_ name: String) -> String {
    let isWord =
      name.unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } == true
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar == "_" || scalar == "-" || scalar == "." || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil)
      }
    return isWord ? name : quoted(name)
  }

  /// A text in JSON's notation, with every control character escaped.
  package static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
