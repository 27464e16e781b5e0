import Glibc
import SluiceReports
import SluiceRunner
package import SluiceText
import Synchronization

/// The deaths of workers that are no result of the case which they were asked for, and what is
/// found out about them: shared by all clients of a call.
///
/// Each is an error of the run: of the case that left something behind, or of nobody known.
final class StrayDeaths: Sendable {
  /// How many searches a run makes: a subject whose every case kills a worker later is known well
  /// by then.
  private static let mostSearches = 8
  /// For how long a worker that was asked for everything is given to die of it.
  private static let patience = Duration.seconds(1)

  private struct State {
    /// Those that came after an answer, and are not looked into yet.
    var late: [(suspects: [CulpritSearch.Suspect], death: WorkerDeath)] = []
    var searches = 0
    /// What was found, by the case that is to blame.
    var errors: [String: RunJournal.WorkerError] = [:]
    /// Lines that the subject has written to the line of a worker.
    var forgeries: [ForgedAnswer] = []
  }

  private let state = Mutex(State())
  private let supervisor: WorkerSupervisor

  /// No death so far.
  init(of supervisor: WorkerSupervisor) {
    self.supervisor = supervisor
  }

  /// Notes that a worker died after an answer.
  ///
  /// - Parameters:
  ///   - suspects: What it had answered, in order.
  ///   - death: How it ended.
  func note(_ suspects: [CulpritSearch.Suspect], _ death: WorkerDeath) {
    guard !death.isForgery else { return note(forgedIn: nil, behind: suspects, death) }
    state.withLock { state in state.late.append((suspects, death)) }
  }

  /// Notes that a subject has written to the line of its worker.
  ///
  /// - Parameters:
  ///   - suspect: The case that the worker was playing; nil if that was none.
  ///   - answered: What it had answered before, in order.
  ///   - death: How the worker ended.
  func note(
    forgedIn suspect: CulpritSearch.Suspect?, behind answered: [CulpritSearch.Suspect],
    _ death: WorkerDeath
  ) {
    let forgery = ForgedAnswer(suspect: suspect, answered: answered, death: death)
    state.withLock { state in state.forgeries.append(forgery) }
  }

  /// What a worker died of that died of nothing it was just asked for, as far as new workers show.
  ///
  /// - Parameters:
  ///   - suspects: What it had answered, in order.
  ///   - victim: What it was asked for when it died; nil if that was nothing.
  ///   - death: How it ended.
  /// - Returns: What was found; a culprit's error is kept.
  /// - Throws: `WorkerError` where none can be asked.
  func finding(
    among suspects: [CulpritSearch.Suspect], before victim: CulpritSearch.Suspect?,
    of death: WorkerDeath
  ) throws -> CulpritSearch.Finding {
    let (maySearch, known) = state.withLock { state in
      state.searches += 1
      return (state.searches <= Self.mostSearches, Set(state.errors.keys))
    }
    guard maySearch else { return .notAgain }
    let finding = try CulpritSearch(dies: dies).finding(
      among: suspects, before: victim, known: known)
    if case .culprit(let culprit) = finding {
      keep(RunJournal.WorkerError(of: culprit, isFound: true, before: victim, death))
    }
    return finding
  }

  /// Whether a new worker dies of some cases.
  private func dies(of suspects: [CulpritSearch.Suspect]) throws -> Bool {
    var isDead = false
    var session = supervisor.makeSession { _ in isDead = true }
    for suspect in suspects where !isDead {
      if case .died = try session.ask(suspect.request) { isDead = true }
    }
    guard !isDead else { return true }
    session.renew(lingering: Self.patience)
    return isDead
  }

  /// Looks into the deaths that came after answers.
  ///
  /// - Parameter isSearched: Whether there is time to find out what they died of.
  /// - Returns: All errors of the run, sorted by the cases that are to blame.
  func errors(isSearched: Bool) -> [RunJournal.WorkerError] {
    let late = state.withLock { state in
      defer { state.late = [] }
      return state.late.sorted { one, other in
        (one.suspects.last?.id ?? "", "\(one.death)")
          < (other.suspects.last?.id ?? "", "\(other.death)")
      }
    }
    for (suspects, death) in late {
      if isSearched, let found = try? finding(among: suspects, before: nil, of: death),
        case .culprit = found
      {
        continue
      }
      // Who answered last is named, and not blamed.
      guard let last = suspects.last else { continue }
      keep(RunJournal.WorkerError(of: last, isFound: false, before: nil, death))
    }
    var errors = state.withLock(\.errors)
    let review = ForgeryReview(of: state.withLock(\.forgeries), askedAgainBy: supervisor)
    errors.merge(review.errors(isAskedAgain: isSearched)) { _, forged in forged }
    return errors.values.sorted { $0.id < $1.id }
  }

  private func keep(_ error: RunJournal.WorkerError) {
    state.withLock { state in
      if state.errors[error.id]?.isFound != true { state.errors[error.id] = error }
    }
  }
}

extension CaseClients {
  /// The deaths of workers that are no result of a case, which are told on standard output for a
  /// command that has no report.
  func workerErrors(in environment: CommandEnvironment) -> [RunJournal.WorkerError] {
    let errors = strays?.errors(isSearched: !environment.stopSignal.isRaised) ?? []
    for error in errors {
      var text = DisplayText("ERROR \(oneLine(error.id))")
      text.append(error.failure.text())
      text.append("")
      environment.tell(text)
    }
    return errors
  }
}

extension CommandEnvironment {
  /// Has a subject do something in this process, which is ended where the call is stopped and the
  /// subject does not come back.
  ///
  /// - Parameter body: What it does.
  /// - Returns: What the body returns.
  package func guarding<Value>(_ body: () -> Value) -> Value {
    stopSignal.guarding(by: abandon, body)
  }

  @Sendable private func abandon() {
    _ = stoppedCode()
    ReportDraft.removeAll()
    _exit(ExitCode.harnessFailure.rawValue)
  }

  /// Says that the call was stopped before its end, if it was.
  ///
  /// - Returns: The exit code then; nil if nobody asked to stop.
  func stoppedCode() -> ExitCode? {
    guard let number = stopSignal.received else { return nil }
    standardError.write(
      "\(programName): the run was not finished: stopped by \(signalName(number))\n")
    return .harnessFailure
  }
}

extension RunJournal {
  /// The death of a worker that is no result of a case: an error of the run.
  package struct WorkerError: Codable, Sendable, Equatable {
    /// The id of the case that is to blame, or behind which it came.
    package var id: String
    /// The path of the case's file as reports show it, and the line where it begins.
    package var file: String
    package var line: Int
    /// Whether the case was found to be what workers die of.
    package var isFound: Bool
    /// How a worker died.
    package var failure: CaseFailure

    init(
      of suspect: CulpritSearch.Suspect, isFound: Bool, before victim: CulpritSearch.Suspect?,
      _ death: WorkerDeath
    ) {
      id = suspect.id
      file = suspect.path
      line = suspect.line
      self.isFound = isFound
      let way = death.description(hasAnswered: !death.isHang)
      let message =
        isFound
        ? "a worker dies of what the case leaves behind: \(way)"
        : "a worker died after it had answered the case, of nothing that comes again: \(way)"
      failure = CaseFailure(.subjectCrashed, message, line: line, again: suspect.again)
      failure.notes = [" at \(file):\(line)"]
      guard isFound else { return }
      failure.notes.append(
        victim.map { victim in " it died while it ran '\(victim.id)', which passes alone" }
          ?? " it died after it had answered the case")
    }
  }
}

extension RunJournal.WorkerError {
  /// Whether it is about an answer that can't be trusted.
  var isUntrusted: Bool { failure.kind == .answerUnusable }

  /// An answer that can't be trusted.
  init(of suspect: CulpritSearch.Suspect, untrusted message: String) {
    id = suspect.id
    file = suspect.path
    line = suspect.line
    isFound = true
    failure = CaseFailure(.answerUnusable, message, line: line, again: suspect.again)
    failure.notes = [" at \(file):\(line)"]
  }
}

extension RunJournal.WorkerError: CheckedContent {
  /// Checks the line and the failure.
  package func check() throws(ContentFlaw) {
    try check("line", line, in: CountLimits.line)
    try check("failure", failure)
  }
}

extension CaseReport {
  /// The report of an error of the run that is no result of a case.
  init(_ error: RunJournal.WorkerError) {
    self.init(
      suite: "sluice.workers", classname: "sluice.workers", name: error.id,
      id: "workers/\(error.id)", place: SourcePlace(file: error.file, line: error.line),
      outcome: .error(CaseOutcome.Problem(error.failure)))
  }
}
