import FakeDatabase

// A wrapper in the vendor's style: a sequence of its own, whose iterator makes an
// `AsyncThrowingStream` from listeners. This one file is compiled in Swift 5 and in Swift 6
// language mode.

extension DatabaseQuery {
  /// The data of the query: the present ones first, then each change.
  ///
  /// The name is that of the SDK's unreleased sources, as is that of `childEvents()`.
  var snapshots: DatabaseSequence<DataSnapshot> {
    DatabaseSequence { [self] continuation in
      let handle = observe(
        .value, with: { snapshot in continuation.yield(snapshot) },
        withCancel: { error in continuation.finish(throwing: error) })
      return { self.removeObserver(withHandle: handle) }
    }
  }

  /// What happens to the children, each kind of it by a listener.
  func childEvents() -> DatabaseSequence<DatabaseEvent> {
    DatabaseSequence { [self] continuation in
      let fail = { (error: any Error) in continuation.finish(throwing: error) }
      let handles = [
        observe(
          .childAdded,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childAdded(child, previousSiblingKey: key))
          }, withCancel: fail),
        observe(
          .childChanged,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childChanged(child, previousSiblingKey: key))
          }, withCancel: fail),
        observe(
          .childRemoved, with: { child in continuation.yield(.childRemoved(child)) },
          withCancel: fail),
        observe(
          .childMoved,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childMoved(child, previousSiblingKey: key))
          }, withCancel: fail),
      ]
      return { for handle in handles { self.removeObserver(withHandle: handle) } }
    }
  }

  /// The children that come and go: by key, `+` before those that came.
  var comings: DatabaseSequence<String> {
    DatabaseSequence { [self] continuation in
      let added = observe(.childAdded) { child in continuation.yield("+\(child.key)") }
      let removed = observe(
        .childRemoved, andPreviousSiblingKeyWith: { child, _ in continuation.yield(child.key) })
      return {
        self.removeObserver(withHandle: added)
        self.removeObserver(withHandle: removed)
      }
    }
  }
}

/// What the listeners of a query tell; each iterator listens on its own.
struct DatabaseSequence<Element: Sendable>: AsyncSequence, Sendable {
  typealias Failure = any Error
  typealias Continuation = AsyncThrowingStream<Element, any Error>.Continuation

  let listen: @Sendable (Continuation) -> @Sendable () -> Void

  struct Iterator: AsyncIteratorProtocol {
    private var iterator: AsyncThrowingStream<Element, any Error>.Iterator

    init(_ listen: (Continuation) -> @Sendable () -> Void) {
      let stream = AsyncThrowingStream<Element, any Error> { continuation in
        let remove = listen(continuation)
        continuation.onTermination = { _ in remove() }
      }
      iterator = stream.makeAsyncIterator()
    }

    mutating func next() async throws -> Element? {
      try await iterator.next(isolation: #isolation)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(listen)
  }
}
