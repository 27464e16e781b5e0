public import Foundation
public import SluiceSpies

/// The data of a place at one moment, or the fact that there were none.
///
/// It never changes, and never lies on its own: a script hands over what it was told to, an
/// emulator what its state says. Source:
/// `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDataSnapshot.h`.
public final class DataSnapshot: Sendable {
  /// The place.
  public var ref: DatabaseReference { DatabaseReference(path, of: database) }

  package let node: TreeNode
  // A reference need not be Sendable.
  private let path: TreePath
  private let database: Database
  /// What the children are in order by.
  private let index: SortIndex
  /// Shows whether anybody keeps the snapshot; nil for one that no listener was handed.
  private let sentinel: Sentinel?

  init(
    _ node: TreeNode, of ref: DatabaseReference, by index: SortIndex, sentinel: Sentinel? = nil
  ) {
    self.node = node
    path = ref.path
    database = ref.database
    self.index = index
    self.sentinel = sentinel
  }

  /// The last key of the place; empty for the root.
  public var key: String { ref.key ?? "" }

  /// The data without priorities, `NSNull` where there are none.
  public var value: Any? { node.value.any }

  /// The priority, `NSNull` where there is none.
  public var priority: Any? { (node.priority.map { DatabaseValue($0) } ?? .null).any }

  /// The data with priorities, in the form in which they can be written again.
  public func valueInExportFormat() -> Any? { node.exported.any }

  /// Whether there are data.
  public func exists() -> Bool { !node.isEmpty }

  /// Whether there are children.
  public func hasChildren() -> Bool { node.childCount > 0 }

  /// Whether there are data at a path below.
  public func hasChild(_ path: String) -> Bool {
    !node.node(at: Self.parsed(path)).isEmpty
  }

  /// The data at a path below.
  public func childSnapshot(forPath path: String) -> DataSnapshot {
    let path = Self.parsed(path)
    return DataSnapshot(node.node(at: path), of: ref.descendant(path), by: .priority)
  }

  /// How many children there are.
  public var childrenCount: UInt { UInt(node.childCount) }

  /// The children in the order of the query, each a `DataSnapshot`.
  public var children: NSEnumerator {
    let parts = node.children(by: index).map { child in
      DataSnapshot(child.node, of: ref.descendant(TreePath([child.key])), by: .priority)
    }
    return NSArray(array: parts).objectEnumerator()
  }

  private static func parsed(_ path: String) -> TreePath {
    stoppingOnMisuse { () throws(DatabaseUsageError) in try TreePath(parsing: path) }
  }
}

extension DataSnapshot: ProjectsToValue {
  /// The data as scenarios write them, with `.priority` and `.value` where there are priorities;
  /// null where there are none.
  public var projected: Value { node.exported.projected }
}

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
