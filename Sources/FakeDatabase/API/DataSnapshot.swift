public import Foundation
public import SluiceSpies

/// The data of a place at one moment, or the fact that there were none.
///
/// It never changes, and never lies on its own: a script hands over what it was told to, an
/// emulator what its state says. Source:
/// `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDataSnapshot.h`.
public final class DataSnapshot: Sendable {
  /// The place.
  public let ref: DatabaseReference

  package let node: TreeNode
  /// What the children are in order by.
  private let index: SortIndex
  /// Shows whether anybody keeps the snapshot; nil for one that no listener was handed.
  private let sentinel: Sentinel?

  init(
    _ node: TreeNode, of ref: DatabaseReference, by index: SortIndex, sentinel: Sentinel? = nil
  ) {
    self.node = node
    self.ref = ref
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
