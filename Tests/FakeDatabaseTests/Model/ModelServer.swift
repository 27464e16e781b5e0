import FakeDatabase
import SluiceSpies

/// Something that the server tells the client.
enum ServerMessage {
  case set(TreePath, TreeNode, tag: QueryTag?)
  case merge(TreePath, CompoundWrite, tag: QueryTag?)
  case settle(WriteID, isRefused: Bool)
  case answered(Int)
  case revoked(Int, QuerySpecification)
}

/// A well-behaved server: one tree, and what the client listens to.
///
/// Of a query of a part it tells what is in the part, and what of that changes.
struct ModelServer {
  /// Something that a client listens to.
  struct Listen {
    let id: Int
    let query: QuerySpecification
    let tag: QueryTag?
  }

  private(set) var tree = TreeNode.empty
  private(set) var listens: [Listen] = []

  mutating func start(_ listen: Listen) -> [ServerMessage] {
    listens.append(listen)
    let path = listen.query.path
    let part = ModelServer.part(of: tree.node(at: path), listen.query)
    return [.set(path, part, tag: listen.tag), .answered(listen.id)]
  }

  mutating func stop(_ id: Int) {
    listens.removeAll { $0.id == id }
  }

  /// Takes a write in, and tells what every listen hears of it.
  mutating func take(_ write: ModelWrite) throws -> [ServerMessage] {
    let old = tree
    let places = try write.nodes()
    for place in places { tree = tree.setting(place.path, to: place.node) }
    return listens.flatMap { listen in
      listen.tag == nil
        ? wholeMessages(listen, write, places) : partMessages(listen, places, old)
    }
  }

  private func wholeMessages(
    _ listen: Listen, _ write: ModelWrite, _ places: [(path: TreePath, node: TreeNode)]
  ) -> [ServerMessage] {
    let path = listen.query.path
    if places.contains(where: { $0.path.contains(path) }) {
      return [.set(path, tree.node(at: path), tag: nil)]
    }
    let below = places.filter { path.contains($0.path) }
    if write.isSet { return below.map { .set($0.path, $0.node, tag: nil) } }
    if below.isEmpty { return [] }
    let base = path.contains(write.path) ? write.path : path
    var update = CompoundWrite()
    for place in below { update.add(place.node, at: place.path.relative(to: base) ?? .root) }
    return [.merge(base, update, tag: nil)]
  }

  private func partMessages(
    _ listen: Listen, _ places: [(path: TreePath, node: TreeNode)], _ oldTree: TreeNode
  ) -> [ServerMessage] {
    let path = listen.query.path
    let old = ModelServer.part(of: oldTree.node(at: path), listen.query)
    let new = ModelServer.part(of: tree.node(at: path), listen.query)
    if old == new { return [] }
    if places.contains(where: { $0.path.contains(path) }) {
      return [.set(path, new, tag: listen.tag)]
    }
    let keys = Set(old.children.map(\.key) + new.children.map(\.key)).sorted()
    let changed = keys.filter { old[$0] != new[$0] }
    if changed.count == 1, places.count == 1, old.hasChild(changed[0]), new.hasChild(changed[0]) {
      return [.set(places[0].path, places[0].node, tag: listen.tag)]
    }
    var update = CompoundWrite()
    for key in changed { update.add(new[key], at: [key]) }
    return [.merge(path, update, tag: listen.tag)]
  }

  /// Ends a listen of the client.
  mutating func revoke(_ position: Int) -> [ServerMessage] {
    guard !listens.isEmpty else { return [] }
    let listen = listens.remove(at: position % listens.count)
    return [.revoked(listen.id, listen.query)]
  }

  /// What a query shows of a place, found the plain way.
  static func part(of node: TreeNode, _ query: QuerySpecification) -> TreeNode {
    if query.loadsAllData { return node }
    let index = query.index
    var children = node.children.filter(query.parameters.admits)
      .sorted { index.order(of: $0, $1) == .ascending }
    switch query.parameters.limit {
    case .first(let count): children = Array(children.prefix(count))
    case .last(let count): children = Array(children.suffix(count))
    case nil: break
    }
    return children.reduce(.empty) { $0.setting($1.key, to: $1.node) }
  }
}
