import FakeListener

/// Breaks `teardown.throw-removes`: an inner loop forwards the values and removes after it, which a
/// thrown-out consumer never lets it reach.
enum FaultyCleansUpAfterTheLoop {
  static let subject = FaultySubject.streaming(
    "cleans-up-after-the-loop", breaks: "teardown.throw-removes", in: "throwing-body"
  ) { source, options, outer in
    let (inner, continuation) = StreamPerIteration.Stream.makeStream()
    let handle = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
    Task {
      do {
        for try await element in inner { outer.yield(element) }
        outer.finish()
      } catch {
        outer.finish(throwing: error)
      }
      handle.remove()
    }
  }
}
