/// A change of one field that depends on what the field holds, or on the server's clock.
package enum Transform: Equatable, Sendable {
  /// The server's time at the commit.
  case serverTimestamp
  /// A number to add; integers stay integers and saturate, anything else becomes a double.
  case increment(DocumentValue)
  /// Elements to append to an array where it does not have them.
  case arrayUnion([DocumentValue])
  /// Elements to take out of an array, each as often as it is there.
  case arrayRemove([DocumentValue])

  /// The value that a client shows until the server has decided.
  package func localResult(previous: DocumentValue?, at time: Timestamp) -> DocumentValue {
    switch self {
    case .serverTimestamp: .pendingTimestamp(PendingTimestamp(estimate: time, previous: previous))
    case .increment, .arrayUnion, .arrayRemove: result(previous: previous)
    }
  }

  /// The value that the server decides.
  package func serverResult(previous: DocumentValue?, at time: Timestamp) -> DocumentValue {
    switch self {
    case .serverTimestamp: .timestamp(time)
    case .increment, .arrayUnion, .arrayRemove: result(previous: previous)
    }
  }

  /// The value that a client remembers beneath an increment, so that a repeated local application
  /// does not add up.
  package func baseValue(previous: DocumentValue?) -> DocumentValue? {
    guard case .increment = self else { return nil }
    return Self.number(previous)
  }

  private func result(previous: DocumentValue?) -> DocumentValue {
    switch self {
    case .serverTimestamp:
      preconditionFailure("a server timestamp needs a time")
    case .increment(let operand):
      return Self.sum(Self.number(previous), operand)
    case .arrayUnion(let elements):
      return .array(
        elements.reduce(into: Self.elements(previous)) { result, element in
          if !result.contains(element) { result.append(element) }
        })
    case .arrayRemove(let elements):
      return .array(Self.elements(previous).filter { !elements.contains($0) })
    }
  }

  /// What an increment starts from: the number that is there, else zero.
  private static func number(_ value: DocumentValue?) -> DocumentValue {
    switch value {
    case .integer, .double: value ?? .integer(0)
    default: .integer(0)
    }
  }

  private static func elements(_ value: DocumentValue?) -> [DocumentValue] {
    guard case .array(let elements) = value else { return [] }
    return elements
  }

  private static func sum(_ left: DocumentValue, _ right: DocumentValue) -> DocumentValue {
    switch (left, right) {
    case (.integer(let left), .integer(let right)):
      let (sum, overflows) = left.addingReportingOverflow(right)
      return .integer(overflows ? (right < 0 ? .min : .max) : sum)
    case (.integer(let left), .double(let right)): return .double(Double(left) + right)
    case (.double(let left), .integer(let right)): return .double(left + Double(right))
    case (.double(let left), .double(let right)): return .double(left + right)
    default: preconditionFailure("an increment adds numbers, not \(left) and \(right)")
    }
  }
}

/// A transform with the field that it changes.
package struct FieldTransform: Equatable, Sendable {
  package let field: FieldPath
  package let transform: Transform
}
