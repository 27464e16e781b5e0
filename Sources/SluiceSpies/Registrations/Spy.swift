import SluiceSimulation
import Synchronization

/// The recorder of what a stream asks of one backend: every add, every remove, every callback.
///
/// A fake calls it from its own add, remove and delivery. It gives each registration its number and runs, once,
/// what a scenario wants to happen inside one of those calls.
///
/// Each injected action runs outside the spy's lock, on the thread that makes the call.
public final class Spy: Sendable {
  private struct Injection {
    var point: InjectionPoint
    var isMeant: SimulationConfined<(Event.Caller) -> Bool>
    var action: SimulationConfined<() -> Void>
  }

  private struct State {
    var injections: [Injection] = []
    var registrations: [SpyRegistration] = []
    var callbacks = 0
  }

  /// The log that the spy writes.
  public let log: EventLog
  private let state = Mutex(State())

  /// A spy that writes a log.
  public init(log: EventLog) {
    self.log = log
  }

  /// Records that add was called, and gives the registration its number.
  ///
  /// - Parameter options: What the stream passed to add besides its listener; `null` for nothing.
  /// - Returns: The registration's record, for the fake to keep beside the listener.
  public func addCalled(options: Value = .null) -> SpyRegistration {
    let caller = Event.Caller.current
    let registration = SpyRegistration(log.nextRegistration(), caller: caller, spy: self)
    log.append(.addCalled(registration.id, by: caller, options: options))
    state.withLock { state in state.registrations.append(registration) }
    return registration
  }

  /// Records a remove for something that was never added.
  public func removeUnmatched(_ value: Value) {
    log.append(.removeUnmatched(value, by: .current))
  }

  /// Every registration that was added and not removed, in the order of the adds.
  public var active: [SpyRegistration] {
    state.withLock { state in state.registrations.filter { $0.isActive } }
  }

  /// Makes something happen inside the next call of a kind.
  ///
  /// - Parameters:
  ///   - point: Inside which call.
  ///   - isMeant: Whether a call is the one, judged by who added the registration; any is by default.
  ///   - action: What happens, once.
  public func inject(
    at point: InjectionPoint, where isMeant: @escaping (Event.Caller) -> Bool = { _ in true },
    _ action: @escaping () -> Void
  ) {
    let injection = Injection(
      point: point, isMeant: SimulationConfined(isMeant), action: SimulationConfined(action))
    state.withLock { state in state.injections.append(injection) }
  }

  /// The number of injected actions whose call has not come yet.
  public var pendingInjections: Int {
    state.withLock { state in state.injections.count }
  }

  /// The number of callbacks so far, of all registrations.
  public var callbackCount: Int {
    state.withLock { state in state.callbacks }
  }

  func countCallback() {
    state.withLock { state in state.callbacks += 1 }
  }

  func reach(_ point: InjectionPoint, by caller: Event.Caller) {
    while let action = takeInjection(at: point, by: caller) {
      action.value()
    }
  }

  private func takeInjection(
    at point: InjectionPoint, by caller: Event.Caller
  ) -> SimulationConfined<() -> Void>? {
    let candidates = state.withLock { state in state.injections }
    guard !candidates.isEmpty else { return nil }
    // Whether it is meant is asked outside the lock: the answer may look at the driver.
    let found = candidates.firstIndex { injection in
      injection.point == point && injection.isMeant.value(caller)
    }
    guard let found else { return nil }
    return state.withLock { state in state.injections.remove(at: found).action }
  }
}
