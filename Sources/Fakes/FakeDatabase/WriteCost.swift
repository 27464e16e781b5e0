import SluiceSpies

/// The work that single writes cost a client, and the server, counted in steps.
///
/// Somebody listens to a place with many children as a whole, and somebody else to its last ten in
/// the order of a child's value; both are told what a write changes.
package struct WriteCost: Sendable, Equatable {
  /// How many children the place has.
  package let children: Int
  /// How many places elsewhere are listened to.
  package let listenersElsewhere: Int
  /// The steps for a write that moves a child out of the window, so that the next one comes in.
  package let leavingWindow: Int
  /// The steps for a write that puts a new child into the window, so that the last one goes.
  package let enteringWindow: Int
  /// The steps for a write to a child outside the window.
  package let outsideWindow: Int
  /// The steps for the server's word of a write and for its acknowledgement.
  package let acknowledgement: Int
  /// The steps for a refusal that brings a child back into the window.
  package let refusal: Int

  /// The steps at the server for a write that moves a child out of the window.
  package let atServer: Int

  /// The greatest of the figures.
  package var greatest: Int {
    max(leavingWindow, enteringWindow, outsideWindow, acknowledgement, refusal, atServer)
  }

  /// Counts the steps of writes to a place with so many children.
  ///
  /// - Parameters:
  ///   - children: How many children the place has; at least one.
  ///   - listenersElsewhere: How many places beside it have a listener each.
  package init(children: Int, listenersElsewhere: Int = 0) {
    self.children = children
    self.listenersElsewhere = listenersElsewhere
    var tree = WriteCost.tree(children: children, listenersElsewhere: listenersElsewhere)
    // The last child by rank, and the first, which is outside the window if there are so many.
    let last: TreePath = ["list", WriteCost.key(children - 1)]
    let first: TreePath = ["list", WriteCost.key(0)]
    let lowest = WriteCost.child(rank: -1)
    leavingWindow = WorkCounter.steps { _ = tree.set(last, to: lowest, id: 1) }
    refusal = WorkCounter.steps { _ = tree.settle(1, isRefused: true) }
    let highest = WriteCost.child(rank: children)
    enteringWindow = WorkCounter.steps {
      _ = tree.set(["list", "new"], to: highest, id: 2)
    }
    acknowledgement = WorkCounter.steps {
      _ = tree.serverSet(["list", "new"], to: highest)
      _ = tree.settle(2, isRefused: false)
    }
    outsideWindow = WorkCounter.steps { _ = tree.set(first, to: lowest, id: 3) }
    var server = WriteCost.server(children: children, listenersElsewhere: listenersElsewhere)
    atServer = WorkCounter.steps { _ = try? server.write(.set(last, lowest), milliseconds: 0) }
  }

  private static func key(_ number: Int) -> ChildKey {
    ChildKey("child\(number)")
  }

  private static func child(rank: Int) -> TreeNode {
    TreeNode.empty.setting("rank", to: .leaf(.integer(Int64(rank))))
  }

  /// A client that knows all children and shows them and the last ten of them.
  private static func tree(children: Int, listenersElsewhere: Int) -> SyncTree {
    var tree = SyncTree()
    for number in 0..<listenersElsewhere {
      _ = tree.listen(to: elsewhere(number), Registration(number + 2, [.value]))
    }
    let kinds = Set(EventKind.allCases)
    _ = tree.listen(to: QuerySpecification(["list"]), Registration(0, kinds))
    _ = tree.listen(to: lastTen, Registration(1, kinds))
    _ = tree.serverSet(["list"], to: list(children: children))
    return tree
  }

  /// A server that has all children, and tells one client of them and of the last ten of them.
  private static func server(children: Int, listenersElsewhere: Int) -> DatabaseServer {
    var server = DatabaseServer()
    _ = try? server.write(.set(["list"], list(children: children)), milliseconds: 0)
    for number in 0..<listenersElsewhere {
      _ = try? server.listen(2, to: elsewhere(number), tag: nil)
    }
    _ = try? server.listen(1, to: QuerySpecification(["list"]), tag: nil)
    _ = try? server.listen(1, to: lastTen, tag: 1)
    return server
  }

  private static func elsewhere(_ number: Int) -> QuerySpecification {
    QuerySpecification(["elsewhere", key(number)])
  }

  private static var lastTen: QuerySpecification {
    var parameters = QueryParameters()
    parameters.explicitIndex = .child(["rank"])
    parameters.limit = .last(10)
    return QuerySpecification(["list"], parameters)
  }

  private static func list(children: Int) -> TreeNode {
    let named = (0..<children).map { NamedNode(key($0), child(rank: $0)) }
    let sorted = OrderedChildren(sorted: named.sorted { $0.key < $1.key })
    return .children(ChildrenNode(priority: nil, children: sorted))
  }
}
