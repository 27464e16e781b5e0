import FakeFirestore

// A wrapper in the vendor's style: a sequence of its own for each kind of reference, whose iterator
// makes an `AsyncThrowingStream` from a listener. This one file is compiled in Swift 5 and in Swift
// 6 language mode.

extension DocumentReference {
  /// The states of the document: the present one first, then each change.
  var snapshots: DocumentSnapshots { snapshots(includeMetadataChanges: false) }

  /// The states of the document, with or without those that differ in their metadata alone.
  func snapshots(includeMetadataChanges: Bool) -> DocumentSnapshots {
    DocumentSnapshots { [self] listener in
      addSnapshotListener(includeMetadataChanges: includeMetadataChanges, listener: listener)
    }
  }

  /// The states of the document, told as the options say.
  func snapshots(options: SnapshotListenOptions) -> DocumentSnapshots {
    DocumentSnapshots { [self] listener in
      addSnapshotListener(options: options, listener: listener)
    }
  }

  /// The states of the document, by the shortest form of adding a listener.
  var plainSnapshots: DocumentSnapshots {
    DocumentSnapshots { [self] listener in addSnapshotListener(listener) }
  }
}

extension Query {
  /// The results of the query: the present ones first, then each change.
  var snapshots: QuerySnapshots { snapshots(includeMetadataChanges: false) }

  /// The results of the query, with or without those that differ in their metadata alone.
  func snapshots(includeMetadataChanges: Bool) -> QuerySnapshots {
    QuerySnapshots { [self] listener in
      addSnapshotListener(includeMetadataChanges: includeMetadataChanges, listener: listener)
    }
  }

  /// The results of the query, told as the options say.
  func snapshots(options: SnapshotListenOptions) -> QuerySnapshots {
    QuerySnapshots { [self] listener in
      addSnapshotListener(options: options, listener: listener)
    }
  }

  /// The results of the query, by the shortest form of adding a listener.
  var plainSnapshots: QuerySnapshots {
    QuerySnapshots { [self] listener in addSnapshotListener(listener) }
  }
}

/// The states of one document; each iterator listens on its own.
struct DocumentSnapshots: AsyncSequence, Sendable {
  typealias Element = DocumentSnapshot
  typealias Failure = any Error
  typealias Listener = (DocumentSnapshot?, (any Error)?) -> Void

  let listen: @Sendable (@escaping Listener) -> any ListenerRegistration

  struct Iterator: AsyncIteratorProtocol {
    private var iterator: AsyncThrowingStream<DocumentSnapshot, any Error>.Iterator

    init(_ listen: (@escaping Listener) -> any ListenerRegistration) {
      let stream = AsyncThrowingStream<DocumentSnapshot, any Error> { continuation in
        let registration = listen { snapshot, error in
          if let error {
            continuation.finish(throwing: error)
          } else if let snapshot {
            continuation.yield(snapshot)
          }
        }
        continuation.onTermination = { _ in registration.remove() }
      }
      iterator = stream.makeAsyncIterator()
    }

    mutating func next() async throws -> DocumentSnapshot? {
      try await iterator.next(isolation: #isolation)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(listen)
  }
}

/// The results of one query; each iterator listens on its own.
struct QuerySnapshots: AsyncSequence, Sendable {
  typealias Element = QuerySnapshot
  typealias Failure = any Error
  typealias Listener = (QuerySnapshot?, (any Error)?) -> Void

  let listen: @Sendable (@escaping Listener) -> any ListenerRegistration

  struct Iterator: AsyncIteratorProtocol {
    private var iterator: AsyncThrowingStream<QuerySnapshot, any Error>.Iterator

    init(_ listen: (@escaping Listener) -> any ListenerRegistration) {
      let stream = AsyncThrowingStream<QuerySnapshot, any Error> { continuation in
        let registration = listen { snapshot, error in
          if let error {
            continuation.finish(throwing: error)
          } else if let snapshot {
            continuation.yield(snapshot)
          }
        }
        continuation.onTermination = { _ in registration.remove() }
      }
      iterator = stream.makeAsyncIterator()
    }

    mutating func next() async throws -> QuerySnapshot? {
      try await iterator.next(isolation: #isolation)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(listen)
  }
}
