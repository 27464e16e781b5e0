/// A JSON object under construction, its keys in the order they were added.
struct JSONObject {
  private var members: [String] = []

  /// Adds a text, cleaned as in every report.
  mutating func add(_ key: StaticString, _ value: String) {
    members.append("\(Self.quoted("\(key)")):\(Self.quoted(CleanText(value).string))")
  }

  /// Adds a whole number.
  mutating func add(_ key: StaticString, _ value: Int) {
    members.append("\(Self.quoted("\(key)")):\(value)")
  }

  /// Adds a time as a number of seconds.
  mutating func add(_ key: StaticString, _ value: Milliseconds) {
    members.append("\(Self.quoted("\(key)")):\(value)")
  }

  /// Adds a list of small objects.
  mutating func add(_ key: StaticString, _ values: [KeyValuePairs<StaticString, String>]) {
    let objects = values.map { pairs in
      var object = JSONObject()
      for (key, value) in pairs { object.add(key, value) }
      return object.text
    }
    members.append("\(Self.quoted("\(key)")):[\(objects.joined(separator: ","))]")
  }

  /// The object.
  var text: String { "{\(members.joined(separator: ","))}" }

  /// The object on a line of its own.
  var line: String { text + "\n" }

  /// A JSON string: quotes, backslashes and controls escaped, all else as it is.
  private static func quoted(_ text: String) -> String {
    var result: String.UnicodeScalarView = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result.append(contentsOf: "\\\"".unicodeScalars)
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      // Some readers end a line here.
      case "\u{2028}": result.append(contentsOf: "\\u2028".unicodeScalars)
      case "\u{2029}": result.append(contentsOf: "\\u2029".unicodeScalars)
      default: result.append(scalar)
      }
    }
    result.append("\"")
    return String(result)
  }
}
