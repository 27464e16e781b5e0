import SluiceSpies

/// Values at places of the tree, found by their paths.
///
/// It is looked up by key, and walked through in the order of keys.
package struct PathTree<Value: Sendable>: Sendable {
  /// What is kept for this place itself.
  package var value: Value?
  package private(set) var children: [ChildKey: PathTree] = [:]

  package init(_ value: Value? = nil) {
    self.value = value
  }

  package var isEmpty: Bool { value == nil && children.isEmpty }

  /// The keys of the children in their order.
  package var keys: [ChildKey] {
    WorkCounter.count(children.count)
    return children.keys.sorted()
  }

  /// What is kept for a place.
  package subscript(path: TreePath) -> Value? {
    get { subtree(at: path).value }
    set { change(at: path) { $0.value = newValue } }
  }

  /// What is kept below a child, or nothing.
  package subscript(key: ChildKey) -> PathTree {
    WorkCounter.count(1)
    return children[key] ?? PathTree()
  }

  /// What is kept at a place and below it.
  package func subtree(at path: TreePath) -> PathTree {
    var result = self
    for key in path.keys {
      guard let child = result.children[key] else { return PathTree() }
      WorkCounter.count(1)
      result = child
    }
    return result
  }

  /// Changes what is kept at a place and below it; what is empty afterwards goes.
  @discardableResult
  package mutating func change<Result>(
    at path: TreePath, _ body: (inout PathTree) -> Result
  ) -> Result {
    guard let key = path.first else { return body(&self) }
    WorkCounter.count(1)
    let result = children[key, default: PathTree()].change(at: path.withoutFirst, body)
    if children[key]?.isEmpty == true { children[key] = nil }
    return result
  }

  /// Visits what is kept, in the order of keys, a place before those below it.
  package func visit(
    below path: TreePath = .root, _ body: (TreePath, Value) -> Void
  ) {
    WorkCounter.count(1)
    if let value { body(path, value) }
    for key in keys { children[key]?.visit(below: path.appending(key), body) }
  }

  /// Visits what is kept at a place and above it, outermost first, with the rest of the path.
  package func visit(on path: TreePath, _ body: (_ rest: TreePath, Value) -> Void) {
    var rest = path
    var tree = self
    while true {
      WorkCounter.count(1)
      if let value = tree.value { body(rest, value) }
      guard let key = rest.first, let child = tree.children[key] else { return }
      tree = child
      rest = rest.withoutFirst
    }
  }
}
