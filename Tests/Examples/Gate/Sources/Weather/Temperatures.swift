import Synchronization

/// What a thermometer measures, as a stream: each iterator is a delegate of its own.
public struct Temperatures: AsyncSequence, Sendable {
  let thermometer: any Thermometer

  /// An iterator, which listens from now on.
  public func makeAsyncIterator() -> AsyncThrowingStream<Double, any Error>.Iterator {
    AsyncThrowingStream { continuation in
      Reading(of: thermometer, into: continuation).start()
    }.makeAsyncIterator()
  }
}

/// The delegate of one iteration, until that is over.
private final class Reading: ThermometerDelegate {
  typealias Continuation = AsyncThrowingStream<Double, any Error>.Continuation

  private struct State {
    var thermometer: (any Thermometer)?
    var isAdded = false
    var isOver = false

    /// The thermometer that the delegate has to be removed from now, which is let go of.
    mutating func left() -> (any Thermometer)? { isAdded && isOver ? thermometer.take() : nil }
  }

  private let continuation: Continuation
  private let state: Mutex<State>

  init(of thermometer: any Thermometer, into continuation: Continuation) {
    self.continuation = continuation
    state = Mutex(State(thermometer: thermometer))
  }

  func start() {
    continuation.onTermination = { _ in self.end {} }
    state.withLock { $0.thermometer }?.add(self)
    change { $0.isAdded = true }
  }

  func thermometerMeasured(_ degrees: Double) {
    if !state.withLock({ $0.isOver }) { continuation.yield(degrees) }
  }

  func thermometerFailed(_ error: any Error) {
    #if TRAPS
      preconditionFailure("the thermometer failed")
    #endif
    end { continuation.finish(throwing: error) }
  }

  func thermometerFinished() { end { continuation.finish() } }

  /// Removes the delegate, then tells the end; what comes inside the removal finds it over.
  private func end(_ tell: () -> Void) {
    guard !state.withLock({ $0.isOver }) else { return }
    change { $0.isOver = true }
    tell()
  }

  private func change(_ change: (inout State) -> Void) {
    let left = state.withLock { state in
      change(&state)
      return state.left()
    }
    #if !LEAKS
      left?.remove(self)
    #endif
  }
}
