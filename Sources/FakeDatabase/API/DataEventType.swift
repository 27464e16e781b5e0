/// The kinds of events that a listener can ask for.
///
/// Source: `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDataEventType.h`.
public enum DataEventType: Int, Hashable, Sendable, CaseIterable {
  /// A child came in: at first each that is there.
  case childAdded
  /// A child left.
  case childRemoved
  /// A child's data changed.
  case childChanged
  /// A child's place in the order may have changed: the value that it is ordered by did.
  case childMoved
  /// Anything below the place changed: all of its data.
  case value
}

/// The number by which a listener is removed; unique within one database.
public typealias DatabaseHandle = UInt
