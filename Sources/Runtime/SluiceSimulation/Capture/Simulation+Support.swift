internal import CSimulationRuntime
// The C layer calls Dispatch; this is what links it into a program that does not name it itself.
internal import Dispatch

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
  /// The first function that is not there.
  package var missing: String?
  /// Why a few threads can't run at once, in the system's words.
  package var threadError: String?
  /// The first interposed function whose callers find another definition.
  package var overridden: String?
  /// What the concurrency runtime says of itself: the version of its layout, and a task's size.
  package var layoutVersion = Self.known.layoutVersion
  package var taskBytes = Self.known.taskBytes
  /// The first number of the layout that the samples do not prove, and the values that they would.
  package var unproven: RuntimeLayout.Number?
  package var provenInstead: [UInt64] = []
  /// What a small simulation showed.
  package var course = SelfTest.Course()

  private static let known = RuntimeLayout.inUse

  /// Nothing that differs from what must be.
  package init() {}

  /// Looks at this process.
  ///
  /// Each step relies on the ones before it: the library's own look, the samples, the small
  /// simulation. The first objection ends the look.
  static func find() -> RuntimeFacts {
    var facts = unsafe RuntimeFacts(sluice_find_facts())
    guard facts.objection == nil else { return facts }
    LayoutSamples.take()
    facts.unproven = known.firstUnproven
    facts.provenInstead = facts.unproven.map { number in known.provenValues(of: number) } ?? []
    guard facts.objection == nil else { return facts }
    facts.course = SelfTest.run()
    return facts
  }

  private init(_ found: sluice_facts) {
    // Plain values, but for three texts, which are constants of the library's.
    unsafe isKnownPlatform = found.is_known_platform
    unsafe missing = found.missing.map { name in unsafe String(cString: name) }
    unsafe threadError = found.thread_error.map { text in unsafe String(cString: text) }
    unsafe overridden = found.overridden.map { name in unsafe String(cString: name) }
    unsafe layoutVersion = UInt64(found.layout_version)
    unsafe taskBytes = UInt64(found.task_bytes)
  }

  /// Why nothing can be simulated in such a process, or nil.
  package var objection: String? {
    if !isKnownPlatform {
      return "simulations are made for Linux with the GNU C library on x86-64 and arm64, and "
        + "this is another platform; README.md says how to run the kit in a container"
    }
    if let missing {
      return "'\(missing)' is not there, which Swift 6.2 and 6.3 on Linux have"
    }
    if let threadError {
      return "six threads can't run at once: \(threadError); look at the limits of processes "
        + "(ulimit -u, and pids.max of the control group) and of memory (ulimit -v and -d)"
    }
    if let overridden {
      return "'\(overridden)' is found elsewhere before it is found in the kit, which has to be "
        + "linked into the program itself"
    }
    return objectionToLayout ?? course.objection
  }

  private var objectionToLayout: String? {
    let known = Self.known
    if layoutVersion != known.layoutVersion || taskBytes != known.taskBytes {
      return "a task of the concurrency runtime has \(taskBytes) bytes, and its layout has the "
        + "version \(layoutVersion); the kit knows Swift 6.2 and 6.3 on this processor, with "
        + "\(known.taskBytes) bytes and the version \(known.layoutVersion); \(Self.guide)"
    }
    if let unproven {
      let instead = provenInstead.map { value in "0x\(String(value, radix: 16))" }
      return "\(unproven.words) is not where the kit looks for it, and where Swift 6.2 and 6.3 "
        + "have it; the samples prove "
        + (instead.isEmpty ? "no other value" : instead.joined(separator: " or "))
        + " of '\(unproven.name)'; \(Self.guide)"
    }
    return nil
  }

  private static let guide = "Scripts/porting/README.md says how to add another runtime"
}
