package import SluiceSpies

extension DatabaseValue {
  /// Data as scenarios write them; nil where something in them can't be stored.
  ///
  /// `serverTimestamp()` and `increment(1)` stand for what the server decides.
  package init?(scenario value: SluiceSpies.Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let values):
      let elements = values.compactMap { DatabaseValue(scenario: $0) }
      guard elements.count == values.count else { return nil }
      self = .array(elements)
    case .object(let values):
      let members = values.compactMap { member in
        DatabaseValue(scenario: member.value).map { Member(member.name, $0) }
      }
      guard members.count == values.count else { return nil }
      self = .object(members)
    case .call("serverTimestamp", _): self = [".sv": "timestamp"]
    case .call("increment", let arguments):
      guard let delta = arguments.first.flatMap({ DatabaseValue(scenario: $0.value) }) else {
        return nil
      }
      self = [".sv": ["increment": delta]]
    default: return nil
    }
  }

  /// The data as scenarios write them.
  package var projected: SluiceSpies.Value {
    switch self {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let values): .array(values.map { $0.projected })
    case .object(let members): .members(members.map { ($0.name, $0.value.projected) })
    }
  }
}

extension QueryParameters {
  /// What of a place is asked for, as spies log it; null for a plain reference.
  package var projected: Value {
    var members: [(String, Value)] = []
    if let explicitIndex { members.append(("orderBy", explicitIndex.projected)) }
    if let start {
      members.append((start.isInclusive ? "startAt" : "startAfter", start.projected))
    }
    if let end { members.append((end.isInclusive ? "endAt" : "endBefore", end.projected)) }
    switch limit {
    case .first(let count): members.append(("limitToFirst", .integer(Int64(count))))
    case .last(let count): members.append(("limitToLast", .integer(Int64(count))))
    case nil: break
    }
    return members.isEmpty ? .null : .members(members)
  }
}

extension SortIndex {
  fileprivate var projected: Value {
    switch self {
    case .key: .symbol("key")
    case .priority: .symbol("priority")
    case .value: .symbol("value")
    case .child(let path): .string(path.description)
    }
  }
}

extension Endpoint {
  fileprivate var projected: Value {
    let value = value.map { DatabaseValue($0) } ?? .null
    let keys = key.map { [Value.string($0.text)] } ?? []
    return .array([value.projected] + keys)
  }
}
