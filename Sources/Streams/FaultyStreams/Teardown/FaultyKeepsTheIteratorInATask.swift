import FakeListener

/// Breaks `teardown.iterator-drop-removes`: a task pumps the values and holds what the iterator's
/// end should release.
enum FaultyKeepsTheIteratorInATask {
  static let subject = FaultySubject.over(
    "keeps-the-iterator-in-a-task", breaks: "teardown.iterator-drop-removes",
    in: "dropped-iterator"
  ) { source, options in
    StreamPerIteration {
      let base = HandwrittenSequence<Right>(source: source, options: options)
      return StreamPerIteration.Stream { continuation in
        Task {
          do {
            for try await element in base { continuation.yield(element) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }
  }

  private enum Right: HandwrittenSteps {}
}
