import Foundation
public import SluiceSpies

extension DocumentValue: ProjectsToValue {
  /// The value as a scenario writes it; a server timestamp that is not decided yet is
  /// `serverTimestamp()`.
  package var projected: Value {
    switch self {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .timestamp(let value): .call("timestamp", .string(value.text))
    case .pendingTimestamp: .call("serverTimestamp", [])
    case .string(let value): .string(value)
    case .bytes(let bytes): .call("bytes", .string(Data(bytes).base64EncodedString()))
    case .reference(let key): .call("ref", .path(key.description))
    case .geoPoint(let point):
      .call("geo", .double(point.latitude), .double(point.longitude))
    case .array(let values): .array(values.map(\.projected))
    case .map(let fields): fields.projected
    }
  }
}

extension Fields: ProjectsToValue {
  /// The fields as a scenario writes them.
  package var projected: Value {
    .members(entries.map { ($0.name.text, $0.value.projected) })
  }
}

extension FirestoreErrorCode: ProjectsToValue {
  /// The name of the code as scenarios write it, such as `permission-denied`.
  public var projected: Value { .symbol(code.scenarioName) }
}

extension FirestoreErrorCode.Code {
  /// The name as scenarios write it, such as `permission-denied`.
  package var scenarioName: String {
    if self == .OK { return "ok" }
    return "\(self)".reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }

  /// The code with a name as scenarios write it; nil for an unknown name and for `ok`.
  package init?(scenarioName: String) {
    guard
      let code = Self.allCases.first(where: { $0 != .OK && $0.scenarioName == scenarioName })
    else { return nil }
    self = code
  }
}
