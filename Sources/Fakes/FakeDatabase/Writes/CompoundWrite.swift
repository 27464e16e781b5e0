/// New contents for some places, none of them below another; what an update writes, and what all
/// pending writes together make.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FCompoundWrite.m`.
package struct CompoundWrite: Sendable {
  /// The new contents by place; nothing stands below a place that has some.
  package private(set) var tree = PathTree<TreeNode>()

  /// No write.
  package init() {}

  /// A write of this whole place.
  package init(_ node: TreeNode) {
    tree.value = node
  }

  private init(tree: PathTree<TreeNode>) {
    self.tree = tree
  }

  package var isEmpty: Bool { tree.isEmpty }

  /// What this whole place is overwritten with, if it is.
  package var overwrite: TreeNode? { tree.value }

  /// Adds new contents for a place, on top of what is there.
  package mutating func add(_ node: TreeNode, at path: TreePath) {
    tree.add(node, at: path)
  }

  /// Adds all of another write, meant for what is below a place.
  package mutating func add(_ other: CompoundWrite, at path: TreePath) {
    other.tree.visit(below: path) { place, node in add(node, at: place) }
  }

  /// Takes out what is written at a place and below it, where nothing above is overwritten.
  package mutating func remove(at path: TreePath) {
    tree.change(at: path) { $0 = PathTree() }
  }

  /// What a place has been completely overwritten with; nil if it has not been.
  package func overwrite(at path: TreePath) -> TreeNode? {
    var found: TreeNode?
    tree.visit(on: path) { rest, node in found = node.node(at: rest) }
    return found
  }

  /// The writes that concern a place and what is below it.
  package func writes(at path: TreePath) -> CompoundWrite {
    if path.isRoot { return self }
    if let node = overwrite(at: path) { return CompoundWrite(node) }
    return CompoundWrite(tree: tree.subtree(at: path))
  }

  /// The writes that concern a child and what is below it.
  package func writes(at key: ChildKey) -> CompoundWrite {
    if let overwrite { return CompoundWrite(overwrite[key]) }
    return CompoundWrite(tree: tree[key])
  }

  /// A node with the writes on top.
  package func applied(to node: TreeNode) -> TreeNode {
    tree.isEmpty ? node : tree.applied(to: node)
  }
}

extension PathTree where Value == TreeNode {
  fileprivate mutating func add(_ node: TreeNode, at path: TreePath) {
    if let old = value {
      value = old.setting(path, to: node)
    } else if path.isRoot {
      self = PathTree(node)
    } else {
      // Down to where the place itself or one above it is overwritten already.
      let key = path.keys[path.keys.startIndex]
      change(at: [key]) { $0.add(node, at: path.withoutFirst) }
    }
  }

  fileprivate func applied(to node: TreeNode) -> TreeNode {
    if let value { return value }
    var result = node
    for key in keys where !key.isPriority {
      result = result.setting(key, to: self[key].applied(to: result[key]))
    }
    // Last, because nothing has no priority, and only now it is known what is there.
    if let priority = self[.priority].value, !result.isEmpty {
      result = result.setting(.priority, to: priority)
    }
    return result
  }
}

/// What pending writes make of what a view knows from the server; paths are from the view's place.
extension CompoundWrite {
  /// The whole place with the writes on top; nil when it is neither known nor overwritten.
  func event(over server: TreeNode?) -> TreeNode? {
    overwrite ?? server.map(applied)
  }

  /// The children that are wholly known from the server or from writes, with the writes on top.
  func eventChildren(over server: TreeNode) -> TreeNode {
    if let overwrite { return overwrite.isLeaf ? .empty : overwrite.settingPriority(nil) }
    var result = server.isLeaf ? .empty : server.settingPriority(nil)
    for key in tree.keys where !key.isPriority {
      if let node = tree[key].value {
        result = result.setting(key, to: node)
      } else if let known = result.children[key] {
        result = result.setting(key, to: writes(at: key).applied(to: known))
      }
    }
    return result
  }

  /// A child with the writes on top; nil when it is neither known nor overwritten.
  func child(_ key: ChildKey, over server: CachedNode) -> TreeNode? {
    let writes = writes(at: key)
    if let node = writes.overwrite { return node }
    return server.isComplete(for: key) ? writes.applied(to: server.node[key]) : nil
  }

  /// What is at a path once the server has changed it; nil when a write hides it.
  func event(at path: TreePath, afterServer server: TreeNode) -> TreeNode? {
    let writes = writes(at: path)
    return writes.overwrite == nil ? writes.applied(to: server.node(at: path)) : nil
  }
}

// MARK: - From an update

extension CompoundWrite {
  /// The write that an update's data describes: paths from a place with new contents.
  ///
  /// - Parameters:
  ///   - path: The place that is updated.
  ///   - members: The paths from there, and the data.
  /// - Throws: `DatabaseUsageError` when a path or its data is not allowed, or one path leads to a
  ///   place below another.
  package init(
    updating path: TreePath, with members: [DatabaseValue.Member]
  ) throws(DatabaseUsageError) {
    self.init()
    var places: [(path: TreePath, node: TreeNode)] = []
    for member in members {
      let relative = try CompoundWrite.place(named: member.name)
      let isPriority = relative.last?.isPriority == true
      let place = path.appending(relative)
      let node =
        isPriority
        ? try TreeNode.priority(member.value, at: place).map { .leaf($0) } ?? .empty
        : try TreeNode(member.value, at: place)
      places.append((relative, node))
    }
    places.sort { $0.path < $1.path }
    for (outer, inner) in zip(places, places.dropFirst()) where outer.path.contains(inner.path) {
      throw .overlappingUpdate("\(outer.path)", "\(inner.path)")
    }
    for place in places { add(place.node, at: place.path) }
  }

  /// The path that an update's key names; it may end in `.priority`.
  private static func place(named text: String) throws(DatabaseUsageError) -> TreePath {
    let suffix = ".priority"
    guard text == suffix || text.hasSuffix("/" + suffix) else {
      let path = try TreePath(parsing: text)
      guard !path.isRoot, path.first?.text != ".info" else { throw .invalidPath(text) }
      return path
    }
    return try TreePath(parsing: String(text.dropLast(suffix.count))).appending(.priority)
  }
}

/// Writes that the server keeps until a client disconnects.
///
/// A later one for a place replaces what an earlier one has there and below. Source:
/// `FirebaseDatabase/Sources/Snapshot/FSparseSnapshotTree.m`.
package struct DeferredWrites: Sendable {
  private var writes = CompoundWrite()

  package init() {}

  package var isEmpty: Bool { writes.isEmpty }

  /// Remembers new contents for a place.
  package mutating func remember(_ node: TreeNode, at path: TreePath) {
    writes.add(node, at: path)
  }

  /// Remembers all that an update writes.
  package mutating func remember(_ update: CompoundWrite, at path: TreePath) {
    writes.add(update, at: path)
  }

  /// Forgets what is remembered for a place and below it.
  ///
  /// Of contents remembered for a place above it, the other children stay.
  package mutating func forget(at path: TreePath) {
    for length in 0..<path.count {
      let above = TreePath(path.keys.prefix(length))
      guard let node = writes.tree[above], !node.isLeaf else { continue }
      writes.remove(at: above)
      // What is left are single children, because their sum is not the whole place any more.
      for child in node.children { writes.add(child.node, at: above.appending(child.key)) }
    }
    writes.remove(at: path)
  }

  /// Visits what is remembered, in the order of keys.
  package func visit(_ body: (TreePath, TreeNode) -> Void) {
    writes.tree.visit(body)
  }
}
