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
