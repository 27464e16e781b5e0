public import SluiceSpies

/// An event of one child, as the streams of children tell it.
///
/// Source: the proposal of event streams, which makes it a part of the product: so it stands beside
/// the types that it is made of, for all streams to share, and a scenario's log writes callbacks
/// and elements the same. A type of this name in a module of one's own takes precedence there.
public enum DatabaseEvent: Sendable {
  /// A child came in behind a sibling; nil: it is the first.
  case childAdded(DataSnapshot, previousSiblingKey: String?)
  /// A child's data changed; where it is now is behind a sibling, or first.
  case childChanged(DataSnapshot, previousSiblingKey: String?)
  /// A child left, with the data that it had.
  case childRemoved(DataSnapshot)
  /// A child's value in the order changed; where it is now is behind a sibling, or first.
  case childMoved(DataSnapshot, previousSiblingKey: String?)
}

extension DatabaseEvent {
  /// The event that a callback of one kind tells; nil for the kind that tells no event of a child.
  package init?(_ type: DataEventType, _ snapshot: DataSnapshot, previousSiblingKey key: String?) {
    switch type {
    case .childAdded: self = .childAdded(snapshot, previousSiblingKey: key)
    case .childRemoved: self = .childRemoved(snapshot)
    case .childChanged: self = .childChanged(snapshot, previousSiblingKey: key)
    case .childMoved: self = .childMoved(snapshot, previousSiblingKey: key)
    case .value: return nil
    }
  }
}

extension DatabaseEvent: ProjectsToValue {
  /// The event as scenarios write it: `{event: added, key: "bo", prev: "ada", value: {pts: 20}}`.
  ///
  /// A removal has no `prev`; of a first child it is null.
  public var projected: Value {
    switch self {
    case .childAdded(let child, let key): Self.members("added", child, .some(key))
    case .childChanged(let child, let key): Self.members("changed", child, .some(key))
    case .childRemoved(let child): Self.members("removed", child, nil)
    case .childMoved(let child, let key): Self.members("moved", child, .some(key))
    }
  }

  private static func members(
    _ event: String, _ child: DataSnapshot, _ previous: String??
  ) -> Value {
    let place = previous.map { key in [("prev", key.map(Value.string) ?? .null)] } ?? []
    let child = [("key", Value.string(child.key)), ("value", child.projected)]
    return .members([("event", .symbol(event))] + child + place)
  }
}
