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
