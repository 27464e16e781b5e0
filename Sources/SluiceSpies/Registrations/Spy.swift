import SluiceSimulation
import Synchronization

/// The recorder of what a stream asks of one backend: every add, every remove, every callback.
///
/// A fake calls it from its own add, remove and delivery. It gives each registration its number and
/// runs, once, what a scenario wants to happen inside one of those calls.
///
/// Each injected action runs outside the spy's lock, on the thread that makes the call.
public final class Spy: Sendable {
  /// The log that the spy writes.
  public let log: EventLog
  let calls: SpyCalls
  private let registrations = Mutex<[SpyRegistration]>([])

  /// A spy that writes a log.
  public init(log: EventLog) {
    self.log = log
    calls = SpyCalls(log: log)
  }

  /// A spy for another backend of the same run.
  ///
  /// It writes the same log and runs what is to happen inside the next calls, whichever backend
  /// they go to; its registrations are its own.
  ///
  /// - Parameter other: The spy of the first backend.
  package init(beside other: Spy) {
    log = other.log
    calls = other.calls
  }

  /// Records that add was called, and gives the registration its number.
  ///
  /// - Parameter options: What the stream passed to add besides its listener; `null` for nothing.
  /// - Returns: The registration's record, for the fake to keep beside the listener.
  public func addCalled(options: Value = .null) -> SpyRegistration {
    let caller = log.callerOfAdd
    let registration = SpyRegistration(log.nextRegistration(), caller: caller, calls: calls)
    log.append(.addCalled(registration.id, by: caller, options: options))
    registrations.withLock { registrations in registrations.append(registration) }
    return registration
  }

  /// Records a remove for something that was never added.
  public func removeUnmatched(_ value: Value) {
    log.append(.removeUnmatched(value, by: log.caller))
  }

  /// Every registration that was added and not removed, in the order of the adds.
  public var active: [SpyRegistration] {
    registrations.withLock { registrations in registrations.filter { $0.isActive } }
  }

  /// Who added each registration, in the order of the adds.
  package var callers: [Event.Caller] {
    registrations.withLock { registrations in registrations.map { $0.caller } }
  }

  /// Makes something happen inside the next call of a kind.
  ///
  /// - Parameters:
  ///   - point: Inside which call.
  ///   - isMeant: Whether a call is the one, judged by who added the registration; any is by
  ///     default.
  ///   - action: What happens, once.
  public func inject(
    at point: InjectionPoint, where isMeant: @escaping (Event.Caller) -> Bool = { _ in true },
    _ action: @escaping () -> Void
  ) {
    calls.inject(
      SpyCalls.Injection(
        point: point, isMeant: SimulationConfined(isMeant), action: SimulationConfined(action)))
  }

  /// The number of injected actions whose call has not come yet.
  public var pendingInjections: Int {
    calls.pendingInjections
  }

  /// The number of callbacks so far, of all registrations.
  public var callbackCount: Int {
    calls.callbackCount
  }
}
