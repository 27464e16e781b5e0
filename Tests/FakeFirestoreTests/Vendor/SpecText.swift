import FakeFirestore
import Foundation
import SluiceSpies

/// JSON as a file holds it, in the values of a document.
struct SpecText: Decodable {
  let value: DocumentValue

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      value = .map(
        Fields(
          try members.allKeys.map { key in
            (Name(key.stringValue), try members.decode(SpecText.self, forKey: key).value)
          }))
      return
    }
    if var elements = try? decoder.unkeyedContainer() {
      var values: [DocumentValue] = []
      while !elements.isAtEnd { values.append(try elements.decode(SpecText.self).value) }
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

extension DocumentValue {
  /// A member of an object; nil of anything else.
  ///
  /// Setting it makes an object of this.
  subscript(member: String) -> DocumentValue? {
    get { members?[Name(member)] }
    set {
      var members = members ?? Fields()
      members[Name(member)] = newValue
      self = .map(members)
    }
  }

  var members: Fields? {
    if case .map(let members) = self { return members }
    return nil
  }

  /// The elements of a list; none of anything else.
  var elements: [DocumentValue] {
    if case .array(let elements) = self { return elements }
    return []
  }

  var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  var number: Int? {
    if case .integer(let number) = self { return Int(number) }
    return nil
  }

  var flag: Bool? {
    if case .boolean(let flag) = self { return flag }
    return nil
  }
}
