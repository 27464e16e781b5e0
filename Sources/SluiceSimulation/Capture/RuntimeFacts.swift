internal import CSimulationRuntime
internal import Synchronization

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
