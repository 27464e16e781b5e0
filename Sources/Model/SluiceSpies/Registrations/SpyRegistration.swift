import SluiceSimulation
import Synchronization

/// The record of one registration: one add with its one remove.
///
/// A fake keeps it beside the listener and tells it what happens; it never calls the listener
/// itself.
public final class SpyRegistration: Sendable {
  private enum Phase {
    case adding
    case active
    case removed
  }

  /// The registration's number.
  public let id: RegistrationID
  /// Who called add.
  public let caller: Event.Caller
  private let calls: SpyCalls
  private let phase = Mutex(Phase.adding)

  init(_ id: RegistrationID, caller: Event.Caller, calls: SpyCalls) {
    self.id = id
    self.caller = caller
    self.calls = calls
  }

  /// Whether no remove has been called yet.
  public var isActive: Bool {
    phase.withLock { phase in phase != .removed }
  }

  /// Runs what a scenario wants to happen inside add; a fake calls it once the listener is stored.
  public func reachAdd() {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    calls.reach(.add, by: caller)
  }

  /// Records that add came back with a handle.
  public func addReturned() {
    phase.withLock { phase in if phase == .adding { phase = .active } }
    calls.log.append(.addReturned(id))
  }

  /// Records that add threw; the registration counts as never made.
  public func addThrew(_ error: any Error) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    phase.withLock { phase in phase = .removed }
    calls.log.append(.addThrew(id, Failure(error)))
  }

  /// Records that the stream asked for one value, where the source hands out one at a time.
  public func receiveCalled() {
    calls.log.append(.receiveCalled(id))
  }

  /// Records that the app is about to close what was added, so that the stream has no say.
  public func closedByApp() {
    calls.log.append(.closedByApp(id))
  }

  /// Records one call of remove around what the fake does for it.
  ///
  /// - Parameter body: The fake's own work; it is told whether this is the first remove.
  public func remove(_ body: (_ isFirst: Bool) -> Void) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    let isFirst = phase.withLock { phase in
      defer { phase = .removed }
      return phase != .removed
    }
    calls.log.append(.removeCalled(id, by: calls.log.caller))
    calls.reach(.remove, by: caller)
    body(isFirst)
    calls.log.append(.removeReturned(id))
  }

  /// Records one callback around the call of the listener.
  ///
  /// - Parameters:
  ///   - payload: What the listener is handed.
  ///   - call: The call itself.
  public func deliver(_ payload: Event.Payload, _ call: () -> Void) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    calls.countCallback()
    calls.log.append(.callbackBegan(id, payload.kept))
    if calls.reach(.deliver, by: caller) { calls.log.append(.listenerCalled(id)) }
    calls.countCallbackUnderWay(1)
    SubjectAllocations.enter()
    call()
    SubjectAllocations.leave()
    calls.countCallbackUnderWay(-1)
    calls.log.append(.callbackEnded(id))
  }

  /// Records that a stream reads a present value by itself, as a callback with that value.
  ///
  /// Nothing falls between the reading and its record. What falls into the call comes behind it,
  /// before the stream has what it read.
  ///
  /// - Parameter read: Reads the value, and records it before anybody can change it.
  package func read(_ read: (_ record: (Event.Payload) -> Void) -> Void) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    calls.countCallback()
    read { payload in
      calls.log.append(.callbackBegan(id, payload.kept))
      calls.log.append(.callbackEnded(id))
    }
    calls.reach(.deliver, by: caller)
  }

  /// Records that the handle which add returned was dropped by its last owner.
  public func handleDied() {
    calls.log.append(.handleDied(id))
  }
}
