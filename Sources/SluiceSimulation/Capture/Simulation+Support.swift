internal import CSimulationRuntime
// The C layer calls Dispatch; this is what links it into a program that does not name it itself.
internal import Dispatch
internal import Synchronization

/// Why nothing can be simulated.
public enum SimulationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// This process has a runtime that the simulation doesn't know: the reason, in words.
  case unsupported(reason: String)

  /// The reason, in one line.
  public var description: String {
    switch self {
    case .unsupported(let reason): "can't simulate in this process: \(reason)"
    }
  }
}

extension Simulation {
  /// Finds out whether simulations work in this process; later calls repeat the first answer.
  ///
  /// It is asked by `perform` before anything else, which throws the answer if its script may throw
  /// it. Ask here before `run`, and before a `perform` whose script throws nothing.
  ///
  /// - Throws: ``SimulationError/unsupported(reason:)`` on a platform that is not known, if
  ///   anything is missing or laid out in another way in the libraries of Swift or the system than
  ///   the simulation takes for granted, or if a small simulation doesn't take the course that it
  ///   must.
  public static func requireSupport() throws(SimulationError) {
    if let unsupportedReason { throw .unsupported(reason: unsupportedReason) }
  }

  /// Does what ``requireSupport()`` does in a process of which this was found.
  package static func requireSupport(given facts: RuntimeFacts) throws(SimulationError) {
    if let reason = facts.objection { throw .unsupported(reason: reason) }
  }

  /// Creates a simulation as it would be in a process of which this was found.
  package convenience init(given facts: RuntimeFacts) {
    self.init(
      scheduler: FirstInFirstOut(), limits: Limits(), platform: nil,
      pretendedReason: facts.objection)
  }

  /// Throws the reason why nothing can be simulated, if there is one.
  ///
  /// A caller that can't be thrown it gets it as the last words of the process: going on would be
  /// worse.
  func requireSupport<Failure: Error>(as failure: Failure.Type) throws(Failure) {
    guard let reason = pretendedReason ?? Self.unsupportedReason else { return }
    let error = SimulationError.unsupported(reason: reason)
    if let failure = error as? Failure { throw failure }
    preconditionFailure(error.description)
  }

  private static let unsupportedReason = RuntimeFacts.find().objection
}

/// What was found of all that simulations take for granted of the process that they are in.
///
/// Each property has the value that it must have until something else is found; ``objection`` says
/// in words what the first one that differs means. It is a value, so that a test can have any of it
/// be otherwise.
package struct RuntimeFacts: Sendable {
  /// Whether the platform is one that the C library has code for.
  package var isKnownPlatform = true
  /// Whether Swift's libraries are a part of the program.
  package var isStatic = false
  /// The first function that is not there.
  package var missing: String?
  /// The first interposed function whose callers find another definition.
  package var overridden: String?
  /// What the concurrency runtime says of its layout.
  package var layoutVersion = Self.knownLayoutVersion
  /// The size of a task, by what the concurrency runtime says.
  package var taskBytes = Self.knownTaskBytes
  /// What of Dispatch's objects is not where it is looked for.
  package var misplacedInDispatch: String?
  /// Whether a mutex of the C library tells who holds it.
  package var findsLockOwners = true
  /// Whether a `Mutex` does.
  package var findsMutexOwners = true
  /// Whether the seed that the standard library gives each collection can be left out.
  package var findsHashing = true
  /// What a small simulation showed.
  package var course = SelfTest.Course()

  private static let knownLayoutVersion: UInt32 = 1
  private static let knownTaskBytes: UInt32 = 208

  /// Nothing that differs from what must be.
  package init() {}

  /// Looks at this process.
  ///
  /// A simulation is only tried if nothing speaks against it.
  static func find() -> RuntimeFacts {
    var facts = unsafe RuntimeFacts(sluice_find_facts())
    guard facts.objection == nil else { return facts }
    facts.findsMutexOwners = findMutexOwners()
    guard facts.objection == nil else { return facts }
    facts.course = SelfTest.run()
    return facts
  }

  private init(_ found: sluice_facts) {
    // Plain values, but for two texts, which are constants of the library's.
    unsafe isKnownPlatform = found.is_known_platform
    unsafe isStatic = found.is_static
    unsafe missing = found.missing.map { name in unsafe String(cString: name) }
    unsafe overridden = found.overridden.map { name in unsafe String(cString: name) }
    unsafe layoutVersion = found.layout_version
    unsafe taskBytes = found.task_bytes
    unsafe misplacedInDispatch = Self.firstMisplaced([
      ("the target of a queue", found.finds_targets),
      ("the width of a queue", found.finds_widths),
      ("the state of a queue", found.finds_states),
      ("the number of references to an object", found.finds_references),
      ("what makes a work item a barrier", found.finds_work_items),
    ])
    // As above.
    unsafe findsLockOwners = found.finds_lock_owners
    unsafe findsHashing = found.finds_hashing
  }

  private static func firstMisplaced(_ all: [(name: String, isFound: Bool)]) -> String? {
    all.first { one in !one.isFound }?.name
  }

  /// Whether the first word of a `Mutex` is its owner while it is held, and not before or after.
  private static func findMutexOwners() -> Bool {
    let mutex = Mutex(0)
    // A mutex stays where it is, so the pointer is to its own memory; one word of it is read.
    return unsafe withUnsafePointer(to: mutex) { address in
      let before = unsafe sluice_mutex_is_own(address)
      let during = mutex.withLock { _ in unsafe sluice_mutex_is_own(address) }
      return unsafe !before && during && !sluice_mutex_is_own(address)
    }
  }

  /// Why nothing can be simulated in such a process, or nil.
  package var objection: String? {
    if !isKnownPlatform {
      return "simulations are made for 64-bit Linux with the GNU C library, and this is another "
        + "platform"
    }
    if isStatic {
      return "Swift's libraries are linked statically, and nothing can be put before them; build "
        + "without -static-stdlib"
    }
    if let missing {
      return "'\(missing)' is not there, which Swift 6.3 on Linux has"
    }
    if let overridden {
      return "'\(overridden)' is found elsewhere before it is found in the kit, which has to be "
        + "linked into the program itself"
    }
    return objectionToLayout ?? course.objection
  }

  private var objectionToLayout: String? {
    if layoutVersion != Self.knownLayoutVersion {
      return "the layout version of the concurrency runtime is \(layoutVersion) and not "
        + "\(Self.knownLayoutVersion), which Swift 6.3 has"
    }
    if taskBytes != Self.knownTaskBytes {
      return "a task of the concurrency runtime has \(taskBytes) bytes and not "
        + "\(Self.knownTaskBytes), which it has in Swift 6.3"
    }
    if let misplacedInDispatch {
      return "Dispatch does not have \(misplacedInDispatch) where it has it with Swift 6.3"
    }
    if !findsLockOwners { return "a mutex of the C library does not tell who holds it" }
    if !findsMutexOwners { return "a Mutex of Swift's does not tell who holds it" }
    if !findsHashing { return "the parameters of Swift's hashing are not where they are in 6.3" }
    return nil
  }
}
