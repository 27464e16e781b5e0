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
    var bytes = [UInt8(ascii: "\"")]
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      // Some readers end a line here.
      case "\u{2028}": bytes.append(contentsOf: "\\u2028".utf8)
      case "\u{2029}": bytes.append(contentsOf: "\\u2029".utf8)
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
