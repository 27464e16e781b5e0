extension TreeNode {
  /// The data with `.priority`, and with `.value` where a leaf has one; reading it back gives the
  /// same node.
  package var exported: DatabaseValue {
    let priority = self.priority.map { DatabaseValue.Member(".priority", DatabaseValue($0)) }
    switch self {
    case .empty: return .null
    case .leaf(let value, _):
      let value = DatabaseValue(value)
      return priority.map { .object([.init(".value", value), $0]) } ?? value
    case .children(let node):
      let members = node.children.map { DatabaseValue.Member($0.key.text, $0.node.exported) }
      return .object(members + (priority.map { [$0] } ?? []))
    }
  }

  /// The data without priorities, as a snapshot shows it.
  ///
  /// Children become an array when all keys are plain numbers and at least half of the places up to
  /// the greatest are taken. Source: `FirebaseDatabase/Sources/Snapshot/FChildrenNode.m`
  /// (`valForExport:`).
  package var value: DatabaseValue {
    switch self {
    case .empty: return .null
    case .leaf(let value, _): return DatabaseValue(value)
    case .children(let node):
      if let elements = TreeNode.elements(of: node.children) { return .array(elements) }
      return .object(node.children.map { DatabaseValue.Member($0.key.text, $0.node.value) })
    }
  }

  private static func elements(of children: OrderedChildren) -> [DatabaseValue]? {
    var elements: [DatabaseValue] = []
    for child in children {
      guard let position = child.key.arrayPosition, position < 2 * children.count else {
        return nil
      }
      while elements.count < position { elements.append(.null) }
      elements.append(child.node.value)
    }
    return elements
  }
}

extension ChildKey {
  /// The position in an array that the key spells; nil for signs, further zeros and words.
  fileprivate var arrayPosition: Int? {
    guard let position = Int32(text), position >= 0, "\(position)" == text else { return nil }
    return Int(position)
  }
}

extension DatabaseValue {
  /// A leaf's value, one that the server decides as `{".sv": …}`.
  package init(_ leaf: LeafValue) {
    switch leaf {
    case .boolean(let value): self = .boolean(value)
    case .number(let number): self.init(number)
    case .string(let value): self = .string(value)
    case .server(.timestamp): self = [".sv": "timestamp"]
    case .server(.increment(let delta)): self = [".sv": ["increment": DatabaseValue(delta)]]
    }
  }

  private init(_ number: DatabaseNumber) {
    switch number {
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    }
  }
}
