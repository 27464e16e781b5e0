/// The number that a client gives a write, in the order of writing.
package typealias WriteID = Int

/// A write that the server has not answered.
package struct PendingWrite: Sendable {
  /// What is written.
  package enum Change: Sendable {
    /// New contents of the place.
    case set(TreeNode)
    /// New contents of some places below it.
    case update(CompoundWrite)
  }

  package let id: WriteID
  package let path: TreePath
  package let change: Change
  /// Whether listeners see it before the server answers.
  package let isVisible: Bool

  package init(_ id: WriteID, at path: TreePath, _ change: Change, isVisible: Bool = true) {
    self.id = id
    self.path = path
    self.change = change
    self.isVisible = isVisible
  }

  /// The places that it writes completely.
  var places: [TreePath] {
    switch change {
    case .set: return [path]
    case .update(let update):
      var result: [TreePath] = []
      update.tree.visit(below: path) { place, _ in result.append(place) }
      return result
    }
  }

  /// Whether it writes the whole of a place.
  func covers(_ place: TreePath) -> Bool {
    places.contains { $0.contains(place) }
  }

  /// Whether both write at one place, or one below a place of the other.
  func overlaps(_ other: PendingWrite) -> Bool {
    let others = other.places
    return places.contains { place in
      others.contains { $0.contains(place) || place.contains($0) }
    }
  }
}
