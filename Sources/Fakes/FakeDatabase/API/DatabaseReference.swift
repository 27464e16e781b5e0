import SluiceSimulation

/// A place in the tree: the way to its data, its parent and its children.
///
/// Source: `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDatabaseReference.h`.
public final class DatabaseReference: DatabaseQuery {
  init(_ path: TreePath, of database: Database) {
    super.init(QuerySpecification(path), of: database)
  }

  package var path: TreePath { specification.path }

  /// The last key of the path; nil for the root.
  public var key: String? { path.last?.text }

  /// The place above; nil for the root.
  public var parent: DatabaseReference? {
    path.parent.map { DatabaseReference($0, of: database) }
  }

  /// The root of the tree.
  public var root: DatabaseReference { DatabaseReference(.root, of: database) }

  /// The place at a path below; one with a character that keys can't have stops the process.
  public func child(_ pathString: String) -> DatabaseReference {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      descendant(try TreePath(parsing: pathString))
    }
  }

  /// A new place below, whose key stands behind those made before.
  ///
  /// It depends on the virtual time and on what this client made before, and on nothing else.
  public func childByAutoId() -> DatabaseReference {
    descendant(TreePath([database.backend.makeChildKey()]))
  }

  func descendant(_ path: TreePath) -> DatabaseReference {
    DatabaseReference(self.path.appending(path), of: database)
  }
}

#if !NonSendableHandles
  // It adds no stored property to a class for which that is shown.
  extension DatabaseReference: @unchecked Sendable {}
#endif

extension DatabaseReference: CustomStringConvertible, Equatable {
  /// The path.
  public var description: String { path.description }

  /// Whether both are the same place of the same database.
  public static func == (left: DatabaseReference, right: DatabaseReference) -> Bool {
    left.database === right.database && left.path == right.path
  }
}

// MARK: - Writing

extension DatabaseReference {
  /// The end of a write: an error where the server refused it, and the place.
  public typealias Completion = ((any Error)?, DatabaseReference) -> Void

  /// Replaces everything at the place; the client shows it at once.
  ///
  /// - Parameters:
  ///   - value: The data: `nil`, numbers, texts, truths, arrays and dictionaries of them.
  ///   - block: Called when the server took or refused it.
  public func setValue(_ value: Any?, withCompletionBlock block: Completion? = nil) {
    setValue(value, andPriority: nil, withCompletionBlock: block)
  }

  /// Replaces everything at the place, and its priority.
  ///
  /// - Parameters:
  ///   - value: The data.
  ///   - priority: A number, a text or `nil`.
  ///   - block: Called when the server took or refused it.
  public func setValue(
    _ value: Any?, andPriority priority: Any?, withCompletionBlock block: Completion? = nil
  ) {
    database.backend.write(.set(writtenPath, node(value, priority)), completion: completion(block))
  }

  /// Removes everything at the place.
  ///
  /// - Parameter block: Called when the server took or refused it.
  public func removeValue(completionBlock block: Completion? = nil) {
    setValue(nil, withCompletionBlock: block)
  }

  /// Replaces the priority and leaves the data.
  ///
  /// - Parameters:
  ///   - priority: A number, a text or `nil`.
  ///   - block: Called when the server took or refused it.
  public func setPriority(_ priority: Any?, withCompletionBlock block: Completion? = nil) {
    let leaf = stoppingOnMisuse { () throws(DatabaseUsageError) in
      try TreeNode.priority(DatabaseValue(any: priority), at: path)
    }
    database.backend.write(
      .set(writtenPath.appending(.priority), leaf.map { .leaf($0) } ?? .empty),
      completion: completion(block))
  }

  /// Replaces what is at some paths below, all of it or nothing.
  ///
  /// - Parameters:
  ///   - values: Paths with their data.
  ///   - block: Called when the server took or refused it.
  public func updateChildValues(
    _ values: [AnyHashable: Any], withCompletionBlock block: Completion? = nil
  ) {
    database.backend.write(.update(writtenPath, nodes(values)), completion: completion(block))
  }

  /// Writes what a block makes of the present data, again and again until the server's are the ones
  /// that it saw.
  ///
  /// - Parameters:
  ///   - block: Changes the data, or gives up. It is called with what the client knows, which may
  ///     be nothing.
  ///   - completionBlock: Called at the end with an error, or with whether it was written and the
  ///     data.
  ///   - localEvents: Whether the client shows what is written before the server has it.
  public func runTransactionBlock(
    _ block: @escaping (MutableData) -> TransactionResult,
    andCompletionBlock completionBlock: (((any Error)?, Bool, DataSnapshot?) -> Void)? = nil,
    withLocalEvents localEvents: Bool = true
  ) {
    database.backend.runTransaction(
      DatabaseTransactionRequest(
        path: writtenPath, block: CallbackBox(block),
        completion: completionBlock.map { CallbackBox($0) }, showsLocalEvents: localEvents),
      of: database)
  }
}

// MARK: - At the end of the connection

extension DatabaseReference {
  /// Has the server replace everything at the place when this client's connection ends.
  ///
  /// - Parameters:
  ///   - value: The data.
  ///   - priority: A number, a text or `nil`.
  ///   - block: Called when the server has noted or refused it.
  public func onDisconnectSetValue(
    _ value: Any?, andPriority priority: Any? = nil, withCompletionBlock block: Completion? = nil
  ) {
    database.backend.writeOnDisconnect(
      .set(writtenPath, node(value, priority)), completion: completion(block))
  }

  /// Has the server remove everything at the place when this client's connection ends.
  ///
  /// - Parameter block: Called when the server has noted or refused it.
  public func onDisconnectRemoveValue(completionBlock block: Completion? = nil) {
    onDisconnectSetValue(nil, withCompletionBlock: block)
  }

  /// Has the server replace what is at some paths below when this client's connection ends.
  ///
  /// - Parameters:
  ///   - values: Paths with their data.
  ///   - block: Called when the server has noted or refused it.
  public func onDisconnectUpdateChildValues(
    _ values: [AnyHashable: Any], withCompletionBlock block: Completion? = nil
  ) {
    database.backend.writeOnDisconnect(
      .update(writtenPath, nodes(values)), completion: completion(block))
  }

  /// Takes back everything that the server was to write at the place and below.
  ///
  /// - Parameter block: Called when the server has noted it.
  public func cancelDisconnectOperations(completionBlock block: Completion? = nil) {
    database.backend.cancelOnDisconnect(writtenPath, completion: completion(block))
  }
}

// MARK: - What a caller passes

extension DatabaseReference {
  /// The path, which a caller writes to; one at or below `/.info` stops the process.
  private var writtenPath: TreePath {
    stoppingOnMisuse { () throws(DatabaseUsageError) in try path.checkForServer() }
    return path
  }

  private func node(_ value: Any?, _ priority: Any?) -> TreeNode {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      try TreeNode(
        DatabaseValue(any: value), priority: DatabaseValue(any: priority), at: path)
    }
  }

  private func nodes(_ values: [AnyHashable: Any]) -> [TreePath: TreeNode] {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      guard case .object(let members) = DatabaseValue(any: values) else { return [:] }
      return try TreeNode.update(members, at: path)
    }
  }

  private func completion(_ block: Completion?) -> DatabaseCompletion? {
    block.map { block in CallbackBox { [self] error in block(error, self) } }
  }
}
