import SluiceSpies

/// All writes that the server has not answered, and what the visible ones make together.
///
/// Source: `FirebaseDatabase/Sources/Core/FWriteTree.m`.
package struct WriteTree: Sendable {
  /// The writes in their order.
  package private(set) var pending: [PendingWrite] = []
  /// What the visible ones make together, later ones on top.
  package private(set) var visible = CompoundWrite()

  package init() {}

  /// The write with a number; nil when it has been answered.
  package subscript(id: WriteID) -> PendingWrite? {
    pending.first { $0.id == id }
  }

  /// Adds a write behind all others.
  package mutating func add(_ write: PendingWrite) {
    precondition(
      pending.last.map { $0.id < write.id } ?? true,
      "the write \(write.id) came behind a later one")
    pending.append(write)
    if write.isVisible { visible.add(write) }
  }

  /// Takes a write out.
  ///
  /// - Returns: Whether what the visible writes make has changed.
  package mutating func remove(_ id: WriteID) -> Bool {
    WorkCounter.count(pending.count)
    guard let position = pending.firstIndex(where: { $0.id == id }) else { return false }
    let write = pending.remove(at: position)
    guard write.isVisible else { return false }
    let places = write.places
    let isShadowed = places.allSatisfy { place in
      pending[position...].contains { $0.isVisible && $0.covers(place) }
    }
    if isShadowed { return false }
    if pending.contains(where: { $0.isVisible && $0.overlaps(write) }) {
      visible = CompoundWrite()
      for write in pending where write.isVisible { visible.add(write) }
    } else {
      for place in places { visible.remove(at: place) }
    }
    return true
  }

  /// Takes all writes out, as if each had been refused.
  package mutating func removeAll() -> [PendingWrite] {
    let removed = pending
    self = WriteTree()
    return removed
  }

  /// What a place is with pending writes on top; hidden ones count, given ones do not.
  ///
  /// - Parameters:
  ///   - path: The place.
  ///   - server: What the server has there, if that is known.
  ///   - excluded: The writes that don't count.
  /// - Returns: The place as a transaction finds it.
  package func latest(
    at path: TreePath, over server: TreeNode?, excluding excluded: Set<WriteID>
  ) -> TreeNode {
    var layers = CompoundWrite()
    for write in pending where !excluded.contains(write.id) { layers.add(write) }
    return layers.writes(at: path).applied(to: server ?? .empty)
  }
}

extension CompoundWrite {
  fileprivate mutating func add(_ write: PendingWrite) {
    switch write.change {
    case .set(let node): add(node, at: write.path)
    case .update(let update): add(update, at: write.path)
    }
  }
}

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
