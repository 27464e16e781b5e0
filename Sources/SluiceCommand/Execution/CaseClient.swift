import SluiceRunner

/// What answers single requests beside those of a run: workers of its own, or this process.
final class CaseClient {
  private let server: CaseServer
  private let supervisor: WorkerSupervisor?
  private var session: WorkerSession?

  /// A client that has not asked anything yet.
  ///
  /// - Parameters:
  ///   - server: What answers in this process.
  ///   - supervisor: What starts workers; nil to have this process answer.
  init(server: CaseServer, supervisor: WorkerSupervisor?) {
    self.server = server
    self.supervisor = supervisor
  }

  /// Has a request answered.
  ///
  /// - Parameter request: The request.
  /// - Returns: What became of it.
  /// - Throws: `CaseLineError` or `WorkerError` if it can't be asked.
  func ask(_ request: CaseRequest) throws -> WorkerOutcome {
    let line = try CaseLine.encode(request)
    guard let supervisor else {
      return .answered(server.answer(line) { _ in }, output: CapturedOutput())
    }
    if session == nil { session = supervisor.makeSession() }
    guard let outcome = try session?.ask(line) else {
      preconditionFailure("a session was just made")
    }
    return outcome
  }

  /// Lets the last worker end.
  func dismiss() {
    session.take()?.dismiss()
  }
}
