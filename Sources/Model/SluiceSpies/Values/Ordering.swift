/// The outcome of comparing two things in a product's order.
package enum Ordering: Sendable {
  /// The left one comes first.
  case ascending
  /// Neither comes first.
  case same
  /// The right one comes first.
  case descending

  /// The order of two comparable values.
  package init<Element: Comparable>(_ left: Element, _ right: Element) {
    self = left < right ? .ascending : (right < left ? .descending : .same)
  }

  /// The order with left and right exchanged.
  package var reversed: Ordering {
    switch self {
    case .ascending: .descending
    case .same: .same
    case .descending: .ascending
    }
  }

  /// This order where it decides, the next criterion where it does not.
  package func then(_ next: @autoclosure () -> Ordering) -> Ordering {
    self == .same ? next() : self
  }
}
