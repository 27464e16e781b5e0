import FakeDatabase
import SluiceSpies
import Testing

/// A way in which a client writes again and again, before the server answers anything.
private struct Course: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Where the nth write writes, and what.
  let places: @Sendable (_ number: Int) -> [TreePath]

  private static func child(_ number: Int) -> TreePath { ["list", ChildKey("child\(number)")] }

  static let all = [
    Course(testDescription: "each to a child of its own") { number in [child(number)] },
    Course(testDescription: "all to one child") { _ in [child(0)] },
    Course(testDescription: "each to a child and the next one's") { number in
      [child(number), child(number + 1)]
    },
    Course(testDescription: "a list and then its children") { number in
      number == 0 ? [["list"]] : [child(number)]
    },
  ]

  /// The nth write's contents.
  private static func contents(_ number: Int) -> TreeNode {
    TreeNode.empty.setting("rank", to: .leaf(.integer(Int64(number))))
  }

  /// Has a client write, whose listener to the list hears of it.
  func write(_ number: Int, by tree: inout SyncTree, isVisible: Bool = true) {
    let places = places(number)
    guard places.count > 1 else {
      _ = tree.set(places[0], to: Self.contents(number), id: number + 1, isVisible: isVisible)
      return
    }
    _ = tree.update(.root, with: update(number), id: number + 1)
  }

  private func update(_ number: Int) -> CompoundWrite {
    var update = CompoundWrite()
    for place in places(number) { update.add(Self.contents(number), at: place) }
    return update
  }

  /// Has the server take a write, or refuse it, and tell the client so.
  func answer(_ number: Int, to tree: inout SyncTree, isRefused: Bool) {
    if !isRefused { _ = tree.serverMerge(.root, update(number)) }
    _ = tree.settle(number + 1, isRefused: isRefused)
  }
}

@Suite("Cost of pending writes")
struct PendingWriteCostTests {
  private static let sizes = [10, 100, 1000]
  /// What ten times as many writes may add to the cost of each: for both of its places a handful of
  /// ways through them by halving, and up and down balanced trees.
  private static let greatestGrowth = 130

  /// A client that listens to a list with so many children.
  private static func tree(_ count: Int) -> SyncTree {
    var tree = SyncTree()
    let kinds = Set(EventKind.allCases)
    _ = tree.listen(to: QuerySpecification(["list"]), Registration(1, kinds))
    let named = (0...count).map { number in
      NamedNode(ChildKey("child\(number)"), .leaf(.integer(Int64(number))))
    }
    let children = OrderedChildren(sorted: named.sorted { $0.key < $1.key })
    let list = TreeNode.children(ChildrenNode(priority: nil, children: children))
    _ = tree.serverSet(["list"], to: list)
    return tree
  }

  private static func expectSlow(_ costs: [Int]) {
    #expect(costs[0] > 0)
    for (less, more) in zip(costs, costs.dropFirst()) {
      #expect(more - less <= greatestGrowth, "\(costs)")
    }
  }

  @Test(
    "that are taken one by one, is that of each of them, however many are pending",
    arguments: Course.all)
  private func acknowledgements(_ course: Course) {
    Self.expectSlow(Self.answers(course, isRefused: false))
  }

  // A refused update has a view look at all that it shows, as in the product.
  @Test(
    "that are refused one by one, is that of each of them, however many are pending",
    arguments: Course.all.filter { course in course.places(1).count == 1 })
  private func refusals(_ course: Course) {
    Self.expectSlow(Self.answers(course, isRefused: true))
  }

  private static func answers(_ course: Course, isRefused: Bool) -> [Int] {
    sizes.map { count in
      var tree = tree(count)
      for number in 0..<count { course.write(number, by: &tree) }
      return WorkCounter.steps {
        for number in 0..<count { course.answer(number, to: &tree, isRefused: isRefused) }
        #expect(tree.writes.pending.isEmpty)
      } / count
    }
  }

  @Test(
    "that come one by one, is that of each of them, with a look at what it writes over",
    arguments: Course.all)
  private func additions(_ course: Course) {
    let costs = Self.sizes.map { count in
      var tree = Self.tree(count)
      return WorkCounter.steps {
        for number in 0..<count {
          for place in course.places(number) { _ = tree.latest(at: place) }
          course.write(number, by: &tree)
        }
      } / count
    }
    Self.expectSlow(costs)
  }

  @Test("that nobody sees, is that of those at the place that a transaction looks at")
  func hidden() {
    let course = Course.all[0]
    let costs = Self.sizes.map { count in
      var tree = Self.tree(count)
      return WorkCounter.steps {
        for number in 0..<count {
          course.write(number, by: &tree, isVisible: false)
          _ = tree.latest(at: course.places(number)[0], excluding: [number])
        }
        for number in 0..<count { _ = tree.settle(number + 1, isRefused: true) }
        #expect(tree.writes.pending.isEmpty)
      } / count
    }
    Self.expectSlow(costs)
  }
}
