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
