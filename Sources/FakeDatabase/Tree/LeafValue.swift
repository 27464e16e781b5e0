package import SluiceSpies

/// A value at the end of a branch, or a priority; the absence of one is no leaf.
package enum LeafValue: Hashable, Sendable {
  case boolean(Bool)
  case number(DatabaseNumber)
  case string(String)
  /// A value that the server decides when the write arrives.
  case server(DeferredValue)

  /// A whole number.
  package static func integer(_ value: Int64) -> LeafValue { .number(.integer(value)) }

  /// A floating-point number.
  package static func double(_ value: Double) -> LeafValue { .number(.double(value)) }

  package static func == (left: LeafValue, right: LeafValue) -> Bool {
    left.order(against: right) == .same
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .boolean(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .server: break
    }
  }

  /// Whether this may be a priority: a number, a string, or what the server makes of one.
  package var isPriority: Bool {
    if case .boolean = self { return false }
    return true
  }
}

extension LeafValue {
  /// The product's order: values still to be decided, false, true, numbers, strings.
  ///
  /// Numbers go by their mathematical values, strings by their UTF-16 units. Source:
  /// `FirebaseDatabase/Sources/Snapshot/FLeafNode.m` (`compareToLeafNode:`).
  package func order(against other: LeafValue) -> Ordering {
    switch (self, other) {
    case (.boolean(let left), .boolean(let right)): Ordering(left ? 1 : 0, right ? 1 : 0)
    case (.number(let left), .number(let right)): left.order(against: right)
    case (.string(let left), .string(let right)): TextOrder.order(left, right)
    case (.server(let left), .server(let right)): left.order(against: right)
    default: Ordering(rank, other.rank)
    }
  }

  /// The order of two priorities, or of a value's absence and a value: none comes first.
  package static func order(_ left: LeafValue?, _ right: LeafValue?) -> Ordering {
    switch (left, right) {
    case (nil, nil): .same
    case (nil, _): .ascending
    case (_, nil): .descending
    case (let left?, let right?): left.order(against: right)
    }
  }

  private var rank: Int {
    switch self {
    case .server: 0
    case .boolean: 1
    case .number: 2
    case .string: 3
    }
  }
}
