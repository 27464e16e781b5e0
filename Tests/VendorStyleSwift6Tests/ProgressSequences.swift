import FakeStorage

// A wrapper in the vendor's style: a sequence of its own, hidden behind an opaque type, whose
// iterator makes an `AsyncThrowingStream` from a task's observers. This one file is compiled in
// Swift 5 and in Swift 6 language mode.

extension StorageObservableTask {
  /// How far the task is, until it has ended.
  var progressUpdates: some AsyncSequence<StorageTaskSnapshot, any Error> {
    ProgressSequence(task: self)
  }
}

/// The progress of one task; each iterator observes on its own.
private struct ProgressSequence: AsyncSequence, Sendable {
  typealias Element = StorageTaskSnapshot
  typealias Failure = any Error

  let task: StorageObservableTask

  struct Iterator: AsyncIteratorProtocol {
    private var iterator: AsyncThrowingStream<StorageTaskSnapshot, any Error>.Iterator

    init(_ task: StorageObservableTask) {
      let stream = AsyncThrowingStream<StorageTaskSnapshot, any Error> { continuation in
        let handles = [
          task.observe(.progress) { snapshot in continuation.yield(snapshot) },
          task.observe(.success) { _ in continuation.finish() },
          task.observe(.failure) { snapshot in continuation.finish(throwing: snapshot.error) },
        ]
        continuation.onTermination = { @Sendable _ in
          for handle in handles { task.removeObserver(withHandle: handle) }
        }
      }
      iterator = stream.makeAsyncIterator()
    }

    mutating func next() async throws -> StorageTaskSnapshot? {
      try await iterator.next(isolation: #isolation)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(task)
  }
}
