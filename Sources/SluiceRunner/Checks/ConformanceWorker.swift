import Foundation
import Glibc
import SluiceProducts
import SluiceSimulation
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
      try WorkerService.serve(requestDescriptor: 3, answerDescriptor: 4) { request, progress in
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
    Thread { serve() }.start()
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
    Thread {
      do {
        let count = try run(worker: worker) { issue in continuation.yield(.issue(issue)) }
        continuation.yield(.finished(count))
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }.start()
    return events
  }
}
