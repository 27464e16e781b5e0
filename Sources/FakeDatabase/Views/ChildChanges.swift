/// What has become of a child.
enum ChildChange: Sendable {
  case added(TreeNode)
  case removed(TreeNode)
  case changed(from: TreeNode, to: TreeNode)
}

/// What has become of the children of a view in one operation, however many steps that took.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FChildChangeAccumulator.m`. Other than there, a
/// child that ends as it was has not changed.
struct ChildChanges: Sendable {
  private(set) var byKey: [ChildKey: ChildChange] = [:]

  /// Adds a change on top of those before.
  mutating func add(_ key: ChildKey, _ change: ChildChange) {
    WorkCounter.count(1)
    guard let earlier = byKey[key] else {
      byKey[key] = change
      return
    }
    byKey[key] =
      switch (earlier, change) {
      case (.removed(let old), .added(let new)): ChildChanges.change(from: old, to: new)
      case (.changed(let old, _), .changed(_, let new)): ChildChanges.change(from: old, to: new)
      case (.added, .removed): nil
      case (.changed(let old, _), .removed): .removed(old)
      case (.added, .changed(_, let new)): .added(new)
      default:
        preconditionFailure("\(change) of the child \(key) can't follow \(earlier)")
      }
  }

  private static func change(from old: TreeNode, to new: TreeNode) -> ChildChange? {
    old == new ? nil : .changed(from: old, to: new)
  }
}
