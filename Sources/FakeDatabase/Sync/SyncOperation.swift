/// Something that changes what views know or show, as seen from one place of the tree.
///
/// Source: `FirebaseDatabase/Sources/Core/Operation/{FOverwrite,FMerge,FAckUserWrite,
/// FListenComplete}.m`.
struct SyncOperation: Sendable {
  /// Where an operation comes from.
  enum Source: Sendable {
    /// A write of this client that is pending now.
    case user
    /// The server, for everyone who listens.
    case server
    /// The server, for one query.
    case taggedServer
  }

  enum Kind: Sendable {
    /// New contents of the place at the path.
    case overwrite(TreeNode)
    /// New contents of places below it.
    case merge(CompoundWrite)
    /// The end of a pending write of the given places below it.
    case settle(PathTree<Void>, isRefused: Bool)
    /// The server has told all it will of the place at the path.
    case listenComplete
  }

  let source: Source
  let path: TreePath
  let kind: Kind

  /// The operation as seen from a child; nil when it does not concern that one.
  func operation(for key: ChildKey) -> SyncOperation? {
    guard path.isRoot else {
      return path.first == key
        ? SyncOperation(source: source, path: path.withoutFirst, kind: kind) : nil
    }
    switch kind {
    case .overwrite(let node):
      return SyncOperation(source: source, path: path, kind: .overwrite(node[key]))
    case .merge(let merge):
      let writes = merge.writes(at: key)
      if writes.isEmpty { return nil }
      let kind = writes.overwrite.map { Kind.overwrite($0) } ?? .merge(writes)
      return SyncOperation(source: source, path: path, kind: kind)
    case .settle(let places, let isRefused):
      if places.value != nil { return self }
      let below = places[key]
      if below.isEmpty { return nil }
      let kind = Kind.settle(below, isRefused: isRefused)
      return SyncOperation(source: source, path: path, kind: kind)
    case .listenComplete:
      return self
    }
  }
}
