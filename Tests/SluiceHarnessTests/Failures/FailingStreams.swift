import FakeListener
import SluiceConformance
import SluiceHarness
import SluiceProducts
import Synchronization

/// Streams that fail in ways in which no shipped stream does, each as the only one of a gate.
enum FailingStreams {
  /// A gate of the stream that waits for ever when it is asked past its end.
  static let waitsForEver = gate(
    Subject("waits-for-ever", over: .listener(Int.self), traits: .asyncStream) { source in
      PastTheEnd(base: values(of: source))
    })

  /// A gate of a stream that has a callback for errors, and is declared over a source without any.
  static let declaredWrongly = gate(
    Subject(
      "declared-wrongly", over: .listener(Int.self).lacking(.fail), traits: .asyncThrowingStream
    ) { source in
      AsyncThrowingStream<Int, any Error> { continuation in
        let handle = source.addListener(
          .value(
            { value in continuation.yield(value) },
            onFailure: { error in continuation.finish(throwing: error) },
            onFinish: { continuation.finish() }))
        continuation.onTermination = { _ in handle.remove() }
      }
    })

  /// A gate of an `AsyncStream` that is declared to be as the reference.
  static let declaredAsReference = gate(
    Subject("declared-as-reference", over: .listener(Int.self), traits: .reference) { source in
      values(of: source)
    })

  /// A gate of a stream that keeps its listener in one run of its process alone.
  ///
  /// - Parameter number: The number of the run, from 1.
  /// - Returns: The gate; each has runs of its own.
  static func leaksOnce(inRun number: Int) -> Harness {
    let runs = Runs()
    return gate(
      Subject("leaks-once", over: .listener(Int.self), traits: .asyncStream) { source in
        values(of: source, isLeaking: runs.begin() == number)
      })
  }

  private static func gate(_ subject: Subject) -> Harness {
    Harness(name: "gate", subjects: [subject], level: .should)
  }

  private static func values(
    of source: FakeListener<Int>, isLeaking: Bool = false
  ) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let handle = source.addListener { value, _ in
        if let value { continuation.yield(value) }
      } onFinish: {
        continuation.finish()
      }
      if !isLeaking { continuation.onTermination = { _ in handle.remove() } }
    }
  }
}

/// The runs of one stream in one process.
private final class Runs: Sendable {
  private let count = Mutex(0)

  /// Counts a run.
  ///
  /// - Returns: Its number, from 1.
  func begin() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
