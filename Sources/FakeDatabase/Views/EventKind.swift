/// The kinds of events, in the order in which one operation raises them in one view.
package enum EventKind: Int, Hashable, Sendable, CaseIterable, Comparable {
  case childRemoved
  case childAdded
  case childMoved
  case childChanged
  case value

  package static func < (left: EventKind, right: EventKind) -> Bool {
    left.rawValue < right.rawValue
  }
}
