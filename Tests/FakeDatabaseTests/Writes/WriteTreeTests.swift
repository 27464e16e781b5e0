import FakeDatabase
import Testing

@Suite("Pending writes")
struct WriteTreeTests {
  private static let names: [ChildKey] = ["a", "b", "c"]

  /// A place of one to three keys.
  private static func place(_ random: inout TestRandom) -> TreePath {
    TreePath((0...random.below(3)).map { _ in names[random.below(3)] })
  }

  /// Contents of a place, so that what is three keys deep is a leaf and nothing else is one.
  private static func contents(
    of place: TreePath, _ number: Int, _ random: inout TestRandom
  ) -> TreeNode {
    if random.below(5) == 0 { return .empty }
    guard place.count < 3 else { return .leaf(.integer(Int64(number))) }
    return names.reduce(TreeNode.empty) { node, name in
      guard random.below(2) == 0 else { return node }
      return node.setting(name, to: contents(of: place.appending(name), number, &random))
    }
  }

  private static func write(_ id: WriteID, _ random: inout TestRandom) -> PendingWrite {
    let isVisible = random.below(6) > 0
    let path = place(&random)
    guard random.below(3) == 0, path.count < 3 else {
      return PendingWrite(id, at: path, .set(contents(of: path, id, &random)), isVisible: isVisible)
    }
    var update = CompoundWrite()
    for name in names where random.below(2) == 0 {
      update.add(contents(of: path.appending(name), id, &random), at: [name])
    }
    return PendingWrite(id, at: path, .update(update), isVisible: isVisible)
  }

  /// Writes on top of each other, the plain way.
  private static func layers(_ writes: some Sequence<PendingWrite>) -> CompoundWrite {
    var result = CompoundWrite()
    for write in writes {
      switch write.change {
      case .set(let node): result.add(node, at: write.path)
      case .update(let update): result.add(update, at: write.path)
      }
    }
    return result
  }

  @Test("make what they make one after the other, in whatever order they end", arguments: 0..<60)
  func ends(_ seed: Int) {
    var random = TestRandom(seed: UInt64(seed))
    let base = Self.contents(of: .root, 0, &random)
    var tree = WriteTree()
    var pending: [PendingWrite] = []
    for step in 1...150 {
      if pending.isEmpty || (pending.count < 12 && random.below(2) == 0) {
        let write = Self.write(step, &random)
        tree.add(write)
        pending.append(write)
      } else {
        // Half of the time the first one, as where nothing overtakes anything.
        let place = random.below(2) == 0 ? 0 : random.below(pending.count)
        let ended = pending.remove(at: place)
        let before = tree.visible.applied(to: base)
        let isChange = tree.remove(ended.id)
        #expect(isChange || tree.visible.applied(to: base) == before)
        let isChangedAgain = tree.remove(ended.id)
        #expect(!isChangedAgain)
      }
      #expect(tree.pending.map(\.id) == pending.map(\.id))
      #expect(tree.pending.allSatisfy { write in tree[write.id]?.path == write.path })
      let shown = Self.layers(pending.filter(\.isVisible))
      #expect(tree.visible.applied(to: base) == shown.applied(to: base))
      let path = Self.place(&random)
      let excluded = Set(pending.map(\.id).filter { _ in random.below(4) == 0 })
      for excluded in [[], excluded] as [Set<WriteID>] {
        let counted = Self.layers(pending.filter { write in !excluded.contains(write.id) })
        #expect(
          tree.latest(at: path, over: base.node(at: path), excluding: excluded)
            == counted.writes(at: path).applied(to: base.node(at: path)))
      }
    }
  }
}
