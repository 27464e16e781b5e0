import SluiceSimulation

/// Values that a log keeps, of which a subject may have allocated the memory.
extension Value {
  /// The value as a log can have it, in memory of the kit's own where the subject's allocations are
  /// counted: what the kit keeps of a subject's is not what the subject keeps.
  package var detached: Value {
    guard SubjectAllocations.isCounting else { return kept }
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    return kept.copy
  }

  private var copy: Value {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .duration(let value): .duration(value)
    case .string(let text): .string(text.copy)
    case .symbol(let text): .symbol(text.copy)
    case .path(let text): .path(text.copy)
    case .array(let values): .array(values.map(\.copy))
    case .object(let members):
      .object(members.map { member in Member(member.name.copy, member.value.copy) })
    case .call(let name, let arguments):
      .call(
        name.copy,
        arguments.map { argument in Argument(argument.label?.copy, argument.value.copy) })
    }
  }
}

extension String {
  /// The text in memory of the kit's own where the subject's allocations are counted.
  package var detached: String {
    guard SubjectAllocations.isCounting else { return self }
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    return copy
  }

  fileprivate var copy: String { String(decoding: Array(utf8), as: UTF8.self) }
}
