import SluiceSimulation
import Synchronization

/// The place where a consumer waits for the driver between two calls of `next()`.
///
/// It never looks at cancellation: a consumer that is busy or not asked to go on stays so when its
/// task is cancelled, as a loop body would. One consumer waits at a time.
final class Gate: Sendable {
  /// What a consumer waits for.
  enum Need {
    /// A pull by the driver.
    case pull
    /// The end of the loop body's work.
    case wake
    /// A reason to call `next()` past the end.
    case poke
  }

  /// What the consumer is told.
  enum Signal: Equatable {
    /// What it waited for has come: this, where it waited for two things.
    case proceed(Need)
    /// Leave and drop everything, without a word.
    case drop
    /// The epilogue has begun: wait for nothing any more.
    case close
  }

  private struct Waiting {
    var need: Need
    var alternative: Need?
    var continuation: CheckedContinuation<Signal, Never>
  }

  private struct State {
    var pulls = 0
    var wakes = 0
    var pokes = 0
    var isDropping = false
    var isClosed = false
    var waiting: Waiting?

    /// How often a need was signalled and not used up yet.
    subscript(need: Need) -> Int {
      get {
        switch need {
        case .pull: pulls
        case .wake: wakes
        case .poke: pokes
        }
      }
      set {
        switch need {
        case .pull: pulls = newValue
        case .wake: wakes = newValue
        case .poke: pokes = newValue
        }
      }
    }
  }

  private let state = Mutex(State())

  /// Whether the consumer waits here now.
  var isOccupied: Bool {
    state.withLock { state in state.waiting != nil }
  }

  /// Waits until the driver signals what is needed, drops the consumer or closes the gate.
  ///
  /// - Parameters:
  ///   - need: What is needed.
  ///   - alternative: What would do as well, if anything.
  /// - Returns: What came.
  func wait(for need: Need, or alternative: Need? = nil) async -> Signal {
    // The job that goes on behind this begins in the subject's frames.
    defer { SubjectAllocations.leave() }
    return await withCheckedContinuation { continuation in
      let signal: Signal? = state.withLock { state in
        if let signal = Gate.answer(&state, to: need, or: alternative) { return signal }
        precondition(state.waiting == nil, "two consumers wait at one gate")
        state.waiting = Waiting(
          need: need, alternative: alternative, continuation: continuation)
        return nil
      }
      if let signal { continuation.resume(returning: signal) }
    }
  }

  /// Signals that something needed has come, this many times.
  func signal(_ need: Need, count: Int = 1) {
    change { state in state[need] += count }
  }

  /// Tells the consumer to leave and drop everything.
  func drop() {
    change { state in state.isDropping = true }
  }

  /// Tells the consumer to wait for nothing any more.
  func close() {
    change { state in state.isClosed = true }
  }

  private func change(_ update: (inout State) -> Void) {
    let resumption = state.withLock { state in
      update(&state)
      guard let need = state.waiting?.need,
        let signal = Gate.answer(&state, to: need, or: state.waiting?.alternative),
        let waiting = state.waiting.take()
      else {
        return (continuation: CheckedContinuation<Signal, Never>, signal: Signal)?.none
      }
      return (waiting.continuation, signal)
    }
    if let resumption { resumption.continuation.resume(returning: resumption.signal) }
  }

  private static func answer(
    _ state: inout State, to need: Need, or alternative: Need?
  ) -> Signal? {
    if state.isDropping { return .drop }
    if state.isClosed { return .close }
    if state[need] > 0 {
      state[need] -= 1
      return .proceed(need)
    }
    guard let alternative, state[alternative] > 0 else { return nil }
    state[alternative] -= 1
    return .proceed(alternative)
  }
}
