import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSimulation

/// Keeps its values in an array that the callback appends to and `next()` takes from, with nothing
/// between them.
///
/// Beside it goes a stream that is right, whose values ring once for each of the array's: so there
/// always is one when `next()` wakes up, and on one thread all is well. On several the callback
/// appends the next value while the one before is taken.
enum FaultyRaces {
  static let subject = Subject.overListener("faulty-races") { source, options in
    UnguardedSequence(source: source, options: options)
  }

  /// Every step as it should be.
  fileprivate enum Steps: HandwrittenSteps {}
}

/// The values that were called back and not taken yet, safe on one thread only.
private final class UnguardedBuffer {
  var elements: [SentinelElement] = []
}

private struct UnguardedSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> UnguardedIterator {
    // The box promises what does not hold: that one thread alone uses the buffer.
    let buffer = SimulationConfined(UnguardedBuffer())
    let bell = HandwrittenSubscription<FaultyRaces.Steps>(source, options) { element in
      buffer.value.elements.append(element)
    }
    return UnguardedIterator(bell: HandwrittenIteration(bell), buffer: buffer)
  }
}

private struct UnguardedIterator: AsyncIteratorProtocol {
  let bell: HandwrittenIteration<FaultyRaces.Steps>
  let buffer: SimulationConfined<UnguardedBuffer>

  func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
    guard try await bell.subscription.next(isolation: actor).get() != nil else { return nil }
    return buffer.value.elements.removeFirst()
  }
}
