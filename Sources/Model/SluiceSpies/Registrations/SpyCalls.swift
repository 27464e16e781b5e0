import SluiceSimulation
import Synchronization

/// What a spy and its registrations share: the log, and what is to happen inside the next calls.
///
/// It knows none of them, so that nobody who holds a registration keeps all the others alive.
final class SpyCalls: Sendable {
  struct Injection {
    var point: InjectionPoint
    /// How many calls that are meant pass before the one inside which it happens.
    var callsBefore: Int
    /// The number of the last call that passed, among all that came while something was to happen.
    var passed = 0
    var isMeant: SimulationConfined<(Event.Caller) -> Bool>
    var action: SimulationConfined<() -> Void>
  }

  /// Plays an operation: its name, where the test has it, and the operation itself.
  typealias Conductor = (String, SourceLine, () -> Void) -> Void

  private struct State {
    var injections: [(number: Int, injection: Injection)] = []
    var lastNumber = 0
    var lastCall = 0
    /// What plays the operations of a script as lines of a test; nil lets them simply happen.
    var conductor: SimulationConfined<Conductor>?
    var callbacks = 0
    var callbacksUnderWay = 0
    var addsUnderWay = 0
  }

  let log: EventLog
  private let state = Mutex(State())

  init(log: EventLog) {
    self.log = log
  }

  func inject(_ injection: Injection) {
    state.withLock { state in
      state.lastNumber += 1
      state.injections.append((state.lastNumber, injection))
    }
  }

  var pendingInjections: Int {
    state.withLock { state in state.injections.count }
  }

  /// What plays the operations of a script, on the simulating thread.
  var conductor: Conductor? {
    get {
      let conductor = state.withLock { state in state.conductor }
      // A foreign thread has no place among the lines of a test; its calls are noted by the log.
      guard let conductor, log.isOfThisThread else { return nil }
      return conductor.value
    }
    set {
      let boxed = newValue.map { conductor in SimulationConfined(conductor) }
      state.withLock { state in state.conductor = boxed }
    }
  }

  /// How many adds take their time and have not come to their end.
  var addsUnderWay: Int { state.withLock { state in state.addsUnderWay } }

  func countAddUnderWay(_ change: Int) {
    state.withLock { state in state.addsUnderWay += change }
  }

  var callbackCount: Int {
    state.withLock { state in state.callbacks }
  }

  func countCallback() {
    state.withLock { state in state.callbacks += 1 }
  }

  /// Whether a callback has begun and not ended.
  var isInsideCallback: Bool { state.withLock { state in state.callbacksUnderWay > 0 } }

  func countCallbackUnderWay(_ change: Int) {
    state.withLock { state in state.callbacksUnderWay += change }
  }

  /// Has happen what is to happen inside a call, and what falls into it by chance.
  ///
  /// - Parameters:
  ///   - point: The kind of call.
  ///   - caller: Who makes it, or for whom it is made.
  ///   - isOpen: Whether anything may fall into it by chance.
  /// - Returns: Whether anything did.
  @discardableResult
  func reach(_ point: InjectionPoint, by caller: Event.Caller, isOpen: Bool = true) -> Bool {
    var hasHappened = false
    // What a scenario wants done is done on its own thread; a foreign call is noted by the log.
    if pendingInjections > 0, log.isOfThisThread {
      let call = state.withLock { state in
        state.lastCall += 1
        return state.lastCall
      }
      while let action = takeInjection(at: point, by: caller, in: call) {
        action.value()
        hasHappened = true
      }
    }
    return isOpen && log.offerInterruptions() || hasHappened
  }

  /// Takes what is to happen inside a call, the first of what is left of it.
  ///
  /// The call counts for what is to happen inside a later one, once: what it or a call inside it
  /// has counted for is left alone.
  private func takeInjection(
    at point: InjectionPoint, by caller: Event.Caller, in call: Int
  ) -> SimulationConfined<() -> Void>? {
    let meant = meantInjections(at: point, by: caller)
    return state.withLock { state in
      var found: Int?
      // On real threads another call may have taken one; then this one has no part in it.
      for (place, candidate) in state.injections.enumerated()
      where candidate.injection.passed < call && meant.contains(candidate.number) {
        if candidate.injection.callsBefore > 0 {
          state.injections[place].injection.callsBefore -= 1
          state.injections[place].injection.passed = call
        } else if found == nil {
          found = place
        }
      }
      return found.map { place in state.injections.remove(at: place).injection.action }
    }
  }

  /// Whether a call is meant is asked outside the lock: the answer may look at the driver.
  private func meantInjections(at point: InjectionPoint, by caller: Event.Caller) -> Set<Int> {
    let candidates = state.withLock { state in state.injections }.filter { candidate in
      candidate.injection.point == point && candidate.injection.isMeant.value(caller)
    }
    return Set(candidates.map { candidate in candidate.number })
  }
}
