import FakeDatabase
import Foundation

/// JSON as a file holds it, in which whole numbers, fractions and truth values are told apart.
struct JSONText: Decodable {
  let value: DatabaseValue

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      value = .object(
        try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
          DatabaseValue.Member(
            key.stringValue, try members.decode(JSONText.self, forKey: key).value)
        })
      return
    }
    if var elements = try? decoder.unkeyedContainer() {
      var values: [DatabaseValue] = []
      while !elements.isAtEnd { values.append(try elements.decode(JSONText.self).value) }
      value = .array(values)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let boolean = try? single.decode(Bool.self) {
      value = .boolean(boolean)
    } else if let integer = try? single.decode(Int64.self) {
      value = .integer(integer)
    } else if let double = try? single.decode(Double.self) {
      value = .double(double)
    } else {
      value = .string(try single.decode(String.self))
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension DatabaseValue {
  /// The text that this is, if it is one.
  var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The whole number, if this is one.
  var integer: Int? {
    if case .integer(let number) = self { return Int(number) }
    return nil
  }

  /// The elements of a list; none of anything else.
  var elements: [DatabaseValue] {
    if case .array(let elements) = self { return elements }
    return []
  }

  /// The members of an object; none of anything else.
  var members: [Member] {
    if case .object(let members) = self { return members }
    return []
  }
}
