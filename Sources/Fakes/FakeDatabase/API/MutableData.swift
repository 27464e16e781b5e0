public import Foundation

/// The data of a place while a transaction's block changes them.
///
/// Parts that are taken from it change the whole. Source:
/// `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRMutableData.h`.
public final class MutableData {
  /// What the whole and its parts share.
  private final class Holder {
    var node: TreeNode

    init(_ node: TreeNode) {
      self.node = node
    }
  }

  private let holder: Holder
  private let path: TreePath
  private let place: TreePath

  /// The data of a place.
  init(_ node: TreeNode, at place: TreePath) {
    holder = Holder(node)
    path = .root
    self.place = place
  }

  private init(_ holder: Holder, _ path: TreePath, at place: TreePath) {
    self.holder = holder
    self.path = path
    self.place = place
  }

  /// The data as they are now.
  var node: TreeNode {
    get { holder.node.node(at: path) }
    set { holder.node = holder.node.setting(path, to: newValue) }
  }

  /// The last key of the place; nil for the root.
  public var key: String? { place.last?.text }

  /// The data without priorities, `NSNull` where there are none.
  ///
  /// What the product does not take stops the process, as in the SDK.
  public var value: Any? {
    get { node.value.any }
    set {
      node = stoppingOnMisuse { () throws(DatabaseUsageError) in
        try TreeNode(DatabaseValue(any: newValue), at: place)
      }
    }
  }

  /// The priority, `NSNull` where there is none.
  public var priority: Any? {
    get { (node.priority.map { DatabaseValue($0) } ?? .null).any }
    set {
      let priority = stoppingOnMisuse { () throws(DatabaseUsageError) in
        try TreeNode.priority(DatabaseValue(any: newValue), at: place)
      }
      node = node.settingPriority(priority)
    }
  }

  /// Whether there are children.
  public func hasChildren() -> Bool { node.childCount > 0 }

  /// Whether there are data at a path below.
  public func hasChild(atPath path: String) -> Bool {
    !node.node(at: Self.parsed(path)).isEmpty
  }

  /// The data at a path below, as a part of these.
  public func childData(byAppendingPath path: String) -> MutableData {
    let path = Self.parsed(path)
    return MutableData(holder, self.path.appending(path), at: place.appending(path))
  }

  /// How many children there are.
  public var childrenCount: UInt { UInt(node.childCount) }

  /// The children in the order of their priorities, each a `MutableData`.
  public var children: NSEnumerator {
    let parts = node.children(by: .priority).map { child in
      MutableData(
        holder, path.appending(child.key), at: place.appending(child.key))
    }
    return NSArray(array: parts).objectEnumerator()
  }

  private static func parsed(_ path: String) -> TreePath {
    stoppingOnMisuse { () throws(DatabaseUsageError) in try TreePath(parsing: path) }
  }
}

/// What a transaction's block decides.
///
/// Source: `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRTransactionResult.h`.
public final class TransactionResult {
  /// The data to write; nil to give up.
  let data: MutableData?

  private init(_ data: MutableData?) {
    self.data = data
  }

  /// The data shall be written, unless the server's have changed meanwhile.
  ///
  /// - Parameter value: The data.
  /// - Returns: The decision.
  public static func success(withValue value: MutableData) -> TransactionResult {
    TransactionResult(value)
  }

  /// Nothing shall be written.
  public static func abort() -> TransactionResult {
    TransactionResult(nil)
  }
}
