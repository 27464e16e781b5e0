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
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    let caller = log.callerOfAdd
    let registration = SpyRegistration(log.nextRegistration(), caller: caller, calls: calls)
    log.append(.addCalled(registration.id, by: caller, options: options.detached))
    registrations.withLock { registrations in registrations.append(registration) }
    return registration
  }

  /// Records a remove for something that was never added.
  public func removeUnmatched(_ value: Value) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    log.append(.removeUnmatched(value.detached, by: log.caller))
  }

  /// Records that the driver is about to drop the object that streams are read from.
  package func ownerDropped() { log.append(.ownerDropped) }

  /// Records that the source shows another present value from now on.
  package func presentMoved(to value: Value) { log.append(.presentMoved(value)) }

  /// Records one reading of the present value of the source.
  ///
  /// Changes that race may fall in before the value is read, and after it, before the stream has
  /// it. Nothing falls between the reading and its record, and nothing into a reading inside a
  /// callback: a source that shows its present value makes one change after another.
  ///
  /// - Parameter read: Reads the value, and records it before another thread can change it.
  /// - Returns: What was read.
  package func readPresentValue<Present>(
    _ read: (_ record: (Value) -> Void) -> Present
  ) -> Present {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    let caller = log.caller
    let isOpen = !calls.isInsideCallback
    if isOpen { log.offerInterruptions() }
    let present = read { value in log.append(.presentRead(value, by: caller)) }
    calls.reach(.read, by: caller, isOpen: isOpen)
    return present
  }

  /// Every registration that was added and not removed, in the order of the adds.
  public var active: [SpyRegistration] {
    registrations.withLock { registrations in registrations.filter { $0.isActive } }
  }

  /// Who added each registration, in the order of the adds.
  package var callers: [Event.Caller] {
    registrations.withLock { registrations in registrations.map { $0.caller } }
  }

  /// Makes something happen inside the next call of a kind, or one after it.
  ///
  /// - Parameters:
  ///   - point: Inside which kind of call.
  ///   - number: Inside which of those that are meant, from 1 for the next one that comes to the
  ///     point; inside such a call it is 1 itself.
  ///   - isMeant: Whether a call is meant, judged by who added the registration; any is by default.
  ///   - action: What happens, once.
  public func inject(
    at point: InjectionPoint, call number: Int = 1,
    where isMeant: @escaping (Event.Caller) -> Bool = { _ in true },
    _ action: @escaping () -> Void
  ) {
    precondition(number > 0, "calls are counted from 1, and \(number) is none of them")
    calls.inject(
      SpyCalls.Injection(
        point: point, callsBefore: number - 1, isMeant: SimulationConfined(isMeant),
        action: SimulationConfined(action)))
  }

  /// The number of injected actions whose call has not come yet.
  public var pendingInjections: Int {
    calls.pendingInjections
  }

  /// The number of adds that were called and take their time, as ``beginAdd(options:)`` says.
  package var addsUnderWay: Int { calls.addsUnderWay }

  /// Records that an add was called which takes its time before it adds anything.
  ///
  /// - Parameter options: What the stream passed to add besides its listener.
  /// - Returns: The registration's record; ``endAdd()`` says that its time is over.
  package func beginAdd(options: Value) -> SpyRegistration {
    calls.countAddUnderWay(1)
    return addCalled(options: options)
  }

  /// Records that an add does not take its time any more: it adds, or throws.
  package func endAdd() { calls.countAddUnderWay(-1) }

  /// The number of callbacks so far, of all registrations.
  public var callbackCount: Int {
    calls.callbackCount
  }
}

/// A place inside a backend's own call where a scenario can make something happen.
public enum InjectionPoint: String, Sendable, Hashable, CaseIterable {
  /// Inside add, after the listener is stored and before the handle is returned.
  case add
  /// Inside remove, after the call is recorded and before the listener is let go.
  case remove
  /// Inside a delivery, directly before the listener is called.
  case deliver
  /// Inside a reading of the present value, after it is read and before the stream has it.
  case read
}

/// A line of a test's source, where something was asked for.
public struct SourceLine: Sendable, Hashable, CustomStringConvertible {
  /// The file, as `#fileID` names it: the module and the file's name.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// A line of a file.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// A line as the compiler names the place of a call.
  ///
  /// - Parameters:
  ///   - file: The caller's `#fileID`.
  ///   - line: The caller's `#line`.
  public init(_ file: StaticString, _ line: Int) {
    self.init(file: "\(file)", line: line)
  }

  /// File and line with a colon between them.
  public var description: String { "\(file):\(line)" }
}

extension Spy {
  /// Does what a test has the backend do, as a line of that test.
  ///
  /// A fake calls it from each method by which a test speaks to it, as `send(_:)`. In a
  /// hand-written test everything settles before the operation, which is then one event that the
  /// log knows the line of; inside another event, or in a line that races, it happens at once.
  /// Without such a test, as in a scenario, it simply happens.
  ///
  /// - Parameters:
  ///   - name: What the event is called, such as `listener.send`.
  ///   - file: The test's file: what the fake's method was passed, with `#fileID` as its default.
  ///   - line: The test's line, likewise with `#line`.
  ///   - operation: What the backend does. It does not happen where the test has failed before.
  public func stimulus(
    _ name: String, file: StaticString = #fileID, line: Int = #line, _ operation: () -> Void
  ) {
    guard let conduct = calls.conductor else { return operation() }
    conduct(name, SourceLine(file, line), operation)
  }

  /// Has the operations of scripts played by somebody.
  ///
  /// - Parameter conductor: Called on the simulating thread with the name of each operation, the
  ///   line that asks for it, and the operation; nil lets them simply happen again.
  package func conduct(_ conductor: ((String, SourceLine, () -> Void) -> Void)?) {
    calls.conductor = conductor
  }
}
