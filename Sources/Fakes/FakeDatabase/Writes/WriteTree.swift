import SluiceSpies

/// All writes that the server has not answered, and what the visible ones make together.
///
/// What becomes of one costs by those that write at its places, above or below them, however many
/// others are pending. Source: `FirebaseDatabase/Sources/Core/FWriteTree.m`.
package struct WriteTree: Sendable {
  /// The writes in their order.
  package private(set) var pending: ArraySlice<PendingWrite> = []
  /// What the visible ones make together, later ones on top.
  package private(set) var visible = CompoundWrite()
  /// Who writes where, of the visible ones and of the others.
  private var writers = (visible: WritersByPlace(), hidden: WritersByPlace())

  package init() {}

  /// The write with a number; nil when it has been answered.
  package subscript(id: WriteID) -> PendingWrite? {
    position(of: id).map { position in pending[position] }
  }

  /// Where the write with a number stands: they are in the order of their numbers.
  private func position(of id: WriteID) -> Int? {
    let position = pending.firstPosition { write in write.id < id }
    return position < pending.endIndex && pending[position].id == id ? position : nil
  }

  /// Adds a write behind all others.
  package mutating func add(_ write: PendingWrite) {
    precondition(
      pending.last.map { $0.id < write.id } ?? true,
      "the write \(write.id) came behind a later one")
    pending.append(write)
    if write.isVisible {
      writers.visible.add(write)
      visible.add(write)
    } else {
      writers.hidden.add(write)
    }
  }

  /// Takes a write out.
  ///
  /// - Returns: Whether what the visible writes make has changed.
  package mutating func remove(_ id: WriteID) -> Bool {
    guard let position = position(of: id) else { return false }
    let write = pending.take(at: position)
    guard write.isVisible else {
      writers.hidden.remove(write)
      return false
    }
    writers.visible.remove(write)
    let places = write.places
    if places.allSatisfy({ place in writers.visible.covers(place, after: id) }) { return false }
    if places.contains(where: { place in writers.visible.concerns(place) }) {
      rebuild(at: places)
    } else {
      for place in places { visible.remove(at: place) }
    }
    return true
  }

  /// Makes anew what the visible writes make of some places, and of all that a write there or above
  /// overwrites with them: what stays of that hangs on all that is written in it.
  private mutating func rebuild(at places: [TreePath]) {
    var rebuilt = PathTree<Void>()
    var ids: Set<WriteID> = []
    for place in places {
      let top = writers.visible.outermost(on: place) ?? place
      guard rebuilt[top] == nil else { continue }
      rebuilt[top] = ()
      visible.remove(at: top)
      ids.formUnion(writers.visible.concerned(by: top))
    }
    for write in ids.sorted().compactMap({ id in self[id] }) {
      for (place, node) in write.contents {
        var isRebuilt = false
        rebuilt.visit(on: place) { _, _ in isRebuilt = true }
        if isRebuilt { visible.add(node, at: place) }
      }
    }
  }

  /// Takes all writes out, as if each had been refused.
  package mutating func removeAll() -> ArraySlice<PendingWrite> {
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
    // A priority hangs on whether anything is left of what has it.
    let place = path.last?.isPriority == true ? path.parent ?? path : path
    var ids = writers.hidden.concerned(by: place)
    if ids.isEmpty, excluded.isEmpty {
      return visible.writes(at: path).applied(to: server ?? .empty)
    }
    ids.formUnion(writers.visible.concerned(by: place))
    var layers = CompoundWrite()
    for write in ids.subtracting(excluded).sorted().compactMap({ id in self[id] }) {
      layers.add(write)
    }
    return layers.writes(at: path).applied(to: server ?? .empty)
  }
}

/// Which pending writes write the whole of a place, by their numbers.
private struct WritersByPlace: Sendable {
  /// In their order; nothing stands where nobody writes.
  private var tree = PathTree<ArraySlice<WriteID>>()

  /// Adds a write whose number is greater than all others.
  mutating func add(_ write: PendingWrite) {
    for place in write.places {
      tree.change(at: place) { place in
        if place.value == nil { place.value = [] }
        place.value?.append(write.id)
      }
    }
  }

  mutating func remove(_ write: PendingWrite) {
    for place in write.places {
      tree.change(at: place) { place in
        guard let position = place.value?.firstPosition(where: { id in id < write.id }) else {
          return
        }
        _ = place.value?.take(at: position)
        if place.value?.isEmpty == true { place.value = nil }
      }
    }
  }

  /// Whether a later write writes the whole of a place.
  func covers(_ place: TreePath, after id: WriteID) -> Bool {
    var result = false
    tree.visit(on: place) { _, ids in
      if let last = ids.last, last > id { result = true }
    }
    return result
  }

  /// Whether anybody writes a place, something above it or something below it.
  func concerns(_ place: TreePath) -> Bool {
    outermost(on: place) != nil || !tree.subtree(at: place).isEmpty
  }

  /// The outermost place on the way to one, itself included, that anybody writes.
  func outermost(on place: TreePath) -> TreePath? {
    var rest: TreePath?
    tree.visit(on: place) { behind, _ in rest = rest ?? behind }
    return rest.map { rest in TreePath(place.keys.dropLast(rest.count)) }
  }

  /// Those who write a place, something above it or something below it.
  func concerned(by place: TreePath) -> Set<WriteID> {
    var result: Set<WriteID> = []
    let note = { (ids: ArraySlice<WriteID>) in
      WorkCounter.count(ids.count)
      result.formUnion(ids)
    }
    tree.visit(on: place) { _, ids in note(ids) }
    let below = tree.subtree(at: place)
    for key in below.keys { below[key].visit { _, ids in note(ids) } }
    return result
  }
}

extension ArraySlice {
  /// The first position whose element does not come before what is looked for, in a slice in its
  /// order.
  fileprivate func firstPosition(where comesBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      WorkCounter.count(1)
      let middle = low + (high - low) / 2
      if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes an element out; the first one without moving the others.
  mutating func take(at position: Int) -> Element {
    if position == startIndex { return removeFirst() }
    WorkCounter.count(endIndex - position)
    return remove(at: position)
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

  /// The places that it writes completely, with their new contents.
  var contents: [(place: TreePath, node: TreeNode)] {
    switch change {
    case .set(let node): return [(path, node)]
    case .update(let update):
      var result: [(TreePath, TreeNode)] = []
      update.tree.visit(below: path) { place, node in result.append((place, node)) }
      return result
    }
  }

  /// The places that it writes completely.
  var places: [TreePath] { contents.map { content in content.place } }
}
