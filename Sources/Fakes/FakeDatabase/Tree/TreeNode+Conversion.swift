// MARK: - From a caller's data

extension TreeNode {
  /// The node that a caller's data describes.
  ///
  /// `.priority` beside children or beside `.value` is the priority, `.sv` a value for the server
  /// to decide; arrays become children with their positions as keys. What is null or empty is left
  /// out.
  ///
  /// - Parameters:
  ///   - value: The data.
  ///   - priority: A priority given apart from the data, which one in the data replaces.
  ///   - path: The place it is for, for the limits and for messages.
  /// - Throws: `DatabaseUsageError` when the product does not take the data.
  package init(
    _ value: DatabaseValue, priority: DatabaseValue = .null, at path: TreePath = .root
  ) throws(DatabaseUsageError) {
    try TreeLimits.check(path)
    let priority = try TreeNode.priority(value[".priority"] ?? priority, at: path)
    switch value {
    case .object(let members):
      self = try TreeNode.node(of: members, priority: priority, at: path)
    case .array(let elements):
      let members = elements.enumerated().map { DatabaseValue.Member("\($0)", $1) }
      self = try TreeNode.node(of: members, priority: priority, at: path)
    default:
      self = try TreeNode.leafValue(value, at: path).map { .leaf($0, priority: priority) } ?? .empty
    }
  }

  /// The priority that a caller's data describes; nil for null.
  package static func priority(
    _ value: DatabaseValue, at path: TreePath
  ) throws(DatabaseUsageError) -> LeafValue? {
    let leaf =
      if case .object(let members) = value {
        try serverValue(members, at: path)
      } else {
        try leafValue(value, at: path)
      }
    guard leaf?.isPriority != false else { throw .invalidPriority(at: path.description) }
    return leaf
  }

  private static func node(
    of members: [DatabaseValue.Member], priority: LeafValue?, at path: TreePath
  ) throws(DatabaseUsageError) -> TreeNode {
    if let leaf = try wrappedLeaf(in: members, at: path) {
      return leaf.map { .leaf($0, priority: priority) } ?? .empty
    }
    var children: [ChildKey: TreeNode] = [:]
    for member in members where member.name != ".priority" {
      guard TreeLimits.allows(key: member.name) else {
        throw .invalidKey(member.name, at: path.description)
      }
      let key = ChildKey(member.name)
      children[key] = try TreeNode(member.value, at: path.appending(key))
    }
    let sorted =
      children
      .filter { !$0.value.isEmpty }
      .map { NamedNode($0.key, $0.value) }
      .sorted { $0.key < $1.key }
    guard !sorted.isEmpty else { return .empty }
    let ordered = OrderedChildren(sorted: sorted)
    return .children(ChildrenNode(priority: priority, children: ordered))
  }

  /// The leaf in an object with `.value` or `.sv`; nil for an object of children, and in it nil for
  /// a null.
  private static func wrappedLeaf(
    in members: [DatabaseValue.Member], at path: TreePath
  ) throws(DatabaseUsageError) -> LeafValue?? {
    let isWrapper = { (name: String) in name == ".value" || name == ".sv" }
    guard let wrapper = members.first(where: { isWrapper($0.name) }) else { return nil }
    guard members.allSatisfy({ isWrapper($0.name) || $0.name == ".priority" }) else {
      throw .valueBesideChildren(at: path.description)
    }
    if wrapper.name == ".sv" { return try serverValue(members, at: path) }
    if case .object(let inner) = wrapper.value { return try serverValue(inner, at: path) }
    return .some(try leafValue(wrapper.value, at: path))
  }

  private static func leafValue(
    _ value: DatabaseValue, at path: TreePath
  ) throws(DatabaseUsageError) -> LeafValue? {
    switch value {
    case .null: return nil
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .double(let value):
      guard value.isFinite else { throw .numberNotFinite(at: path.description) }
      return .double(value)
    case .string(let text):
      guard text.utf8.count <= TreeLimits.textBytes else {
        throw .textTooLong(at: path.description, bytes: text.utf8.count)
      }
      return .string(text)
    case .array, .object: throw .invalidLeaf(at: path.description)
    }
  }

  /// What `{".sv": …}` describes.
  private static func serverValue(
    _ members: [DatabaseValue.Member], at path: TreePath
  ) throws(DatabaseUsageError) -> LeafValue {
    switch DatabaseValue.object(members)[".sv"] {
    case .string("timestamp"): return .server(.timestamp)
    case .object(let operation):
      guard operation.count == 1, operation[0].name == "increment",
        case .number(let delta)? = try leafValue(operation[0].value, at: path)
      else { break }
      return .server(.increment(delta))
    default: break
    }
    throw .invalidServerValue(at: path.description)
  }
}

// MARK: - To a caller's data

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

// MARK: - From an update

extension TreeNode {
  /// The places that an update names, with what shall be there.
  ///
  /// - Parameters:
  ///   - members: Paths with their data; a path may end with `.priority`.
  ///   - path: The place below which they are.
  /// - Returns: The contents by place, relative to the path.
  /// - Throws: `DatabaseUsageError` when the product does not take a path or its data, or when one
  ///   path leads through another.
  package static func update(
    _ members: [DatabaseValue.Member], at path: TreePath
  ) throws(DatabaseUsageError) -> [TreePath: TreeNode] {
    var result: [TreePath: TreeNode] = [:]
    for member in members {
      let place = try TreePath(updating: member.name)
      let absolute = path.appending(place)
      result[place] =
        if place.last?.isPriority == true {
          try TreeNode.priority(member.value, at: absolute).map { .leaf($0) } ?? .empty
        } else {
          try TreeNode(member.value, at: absolute)
        }
    }
    let places = result.keys.sorted()
    for (outer, inner) in zip(places, places.dropFirst()) where outer.contains(inner) {
      throw .overlappingUpdate(outer.description, inner.description)
    }
    return result
  }
}

extension TreePath {
  /// The path of an update, which may end with `.priority`.
  fileprivate init(updating text: String) throws(DatabaseUsageError) {
    let suffix = "/.priority"
    if text == ".priority" {
      self = TreePath([.priority])
    } else if text.hasSuffix(suffix) {
      self = try TreePath(parsing: String(text.dropLast(suffix.count))).appending(.priority)
    } else {
      self = try TreePath(parsing: text)
    }
  }
}
