import Foundation
import Glibc
import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import Synchronization

/// How a check has the test's own program run a second time, as a worker that may die.
///
/// The program is started so that it runs the one test again; there it comes to the same call,
/// which knows by a variable of the environment that it is to serve requests, and never returns. So
/// streams need not be handed over, which nobody could: they are made by the test itself, in the
/// other process too.
package enum ConformanceWorker {
  /// The variable that names the call.
  private static let variable = "SLUICE_CONFORMANCE_CALL"

  /// What a call is in this process.
  package enum Role: Sendable {
    /// It is that of a test that somebody runs; the command starts workers for it, if there can be
    /// any.
    case test(WorkerCommand?)
    /// It is the one that this process was started for.
    case worker
    /// It is another one than that which this process was started for.
    case bystander
  }

  /// How often each call was made so far in this process.
  private static let calls = Mutex<[String: Int]>([:])

  /// What a call of a check is; to be asked once for each call.
  ///
  /// - Parameters:
  ///   - check: The check.
  ///   - arguments: The words by which this program runs the test of the call and nothing else; nil
  ///     if there are none.
  /// - Returns: The role.
  package static func role(of check: ConformanceCheck, running arguments: [String]?) -> Role {
    let number = calls.withLock { calls in
      calls[check.key, default: 0] += 1
      return calls[check.key, default: 0]
    }
    let key = "\(check.key) #\(number)"
    let environment = ProcessInfo.processInfo.environment
    if let wanted = environment[variable] { return wanted == key ? .worker : .bystander }
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    guard let arguments, let program else { return .test(nil) }
    return .test(
      WorkerCommand(
        executable: program, arguments: arguments,
        environment: environment.merging([variable: key]) { _, new in new }))
  }
}

extension ConformanceCheck {
  /// What tells the call from others of the same program.
  fileprivate var key: String {
    "\(call.fileID):\(call.line):\(call.column) \(subjectNames) \(options)"
  }

  /// Serves as a worker until the supervisor hangs up, and ends the process.
  package func serve() -> Never {
    do {
      try Simulation.requireSupport()
      let server = try caseServer()
      try WorkerService.serve(
        requestDescriptor: 3, answerDescriptor: 4, boardDescriptor: 5
      ) { request, progress in
        server.answer(request, progress)
      }
      _exit(0)
    } catch {
      // The supervisor runs the cases itself then, and finds the reason.
      _exit(1)
    }
  }

  /// Serves as a worker on a thread of its own.
  package func serveOnOwnThread() {
    // Without it no request is answered, and the supervisor runs the cases itself.
    do { try OwnThread.start { _ = serve() } } catch { _exit(1) }
  }

  /// What a check tells while it runs.
  package enum Event: Sendable {
    /// Something is wrong.
    case issue(ConformanceIssue)
    /// It is over.
    case finished(ConformanceCount)
  }

  /// The events of the check, which runs on a thread of its own, so that no thread of Swift's pool
  /// waits for it.
  ///
  /// - Parameter worker: The command that starts workers; nil to run the cases in this process.
  /// - Returns: The issues, each as soon as it is known, and then the count; it throws what
  ///   ``run(worker:_:)`` throws.
  package func events(worker: WorkerCommand?) -> AsyncThrowingStream<Event, any Error> {
    let (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
    let perform = { @Sendable in
      do {
        let count = try run(worker: worker) { issue in continuation.yield(.issue(issue)) }
        continuation.yield(.finished(count))
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    do { try OwnThread.start(perform) } catch { continuation.finish(throwing: error) }
    return events
  }
}

/// What has the cases of a check run one by one, by a worker or by this process.
///
/// A worker is the test's own program, started again for this one test. Where that does not come as
/// far as the call, as in a host that takes other arguments, the cases are run here.
final class ConformanceClient {
  private let server: CaseServer
  private let root: ScenarioRoot
  private let options: ConformanceCheck.Options
  private let edition: Edition
  private var session: WorkerSession?
  private var asking = CaseAsking(isPatient: false)
  /// Whether a worker has answered, so that workers are known to work here.
  private var hasAnswer = false
  /// The end of a worker to whose line the subject has written behind an answer.
  private var forgery: WorkerDeath?

  /// How long a worker may report no progress, in real time, and how long it may take to start.
  private static let patience = Duration.seconds(10)

  init(
    server: CaseServer, root: ScenarioRoot, options: ConformanceCheck.Options,
    edition: Edition, worker: WorkerCommand?
  ) {
    self.server = server
    self.root = root
    self.options = options
    self.edition = edition
    guard let worker else { return }
    let supervisor = WorkerSupervisor(
      command: worker, watchdog: ConformanceClient.patience * Sanitizer.slowdown,
      clock: MachineWatchdogClock())
    session = supervisor.makeSession { [unowned self] late in
      if late.death.isForgery { forgery = late.death }
    }
  }

  /// What becomes of a case under the schedules that are asked for.
  ///
  /// - Throws: `CaseLineError` or `WorkerError` if it can't be asked.
  func result(
    of scenario: ScenarioCase, subject: String, commands: ExplorationCommands
  ) throws -> CaseResult {
    let request = CaseRequest(
      root: root.path, shownPath: scenario.path, id: scenario.id, subject: subject,
      level: options.level.rawValue, edition: "\(edition)",
      exploration: exploration(of: scenario), seed: options.seed, commands: commands)
    let outcome = try ask(request)
    return try CrashInvestigation.result(outcome, of: scenario, askedBy: request, ask: ask)
      ?? CaseResult(
        outcome, of: scenario, again: commands.run, remark: .stray(behind: [], isOfSeveral: false))
  }

  /// Lets the last worker end.
  ///
  /// - Throws: `WorkerError.forged` if the subject has written to the line of a worker.
  func dismiss() throws(WorkerError) {
    session.take()?.dismiss()
    if let forgery { throw .forged(forgery) }
  }

  private func exploration(of scenario: ScenarioCase) -> Exploration {
    if let schedule = options.schedule { return .forced(schedule: schedule, times: 1) }
    let isSampled = options.schedules > 0 && options.part != .coverage
    // A scenario's own number goes before the call's, unless that switches them off.
    return .thorough(count: isSampled ? scenario.schedules ?? options.schedules : 0)
  }

  private func ask(_ request: CaseRequest) throws -> WorkerOutcome {
    var request = request
    // In this process nothing can be begun anew.
    request.isPatient = session == nil
    return try asking.outcome(of: request) { line in try ask(line, for: request) }
  }

  private func ask(_ line: String, for request: CaseRequest) throws -> WorkerOutcome {
    do throws(WorkerError) {
      if let outcome = try session?.ask(line) {
        hasAnswer = true
        if case .died(let death) = outcome, death.isForgery { throw .forged(death) }
        return outcome
      }
    } catch {
      if hasAnswer { throw error }
      session = nil
    }
    let words = "sluice: the process ends within the case \(request.id), of '\(request.subject)'\n"
    return .answered(
      LastWords.told(words) { server.answer(line) { _ in } }, output: CapturedOutput())
  }
}
