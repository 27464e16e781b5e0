/// What a supervisor knows of one worker from the lines it wrote: a pure state machine.
///
/// It only judges lines. Who reads them, how long that may take, and what is done with a worker
/// that is incoherent is `WorkerProcess`'s matter.
package struct WorkerConversation {
  /// Where the conversation is.
  package enum State: Equatable {
    /// The worker was started and has not said yet that it is ready.
    case starting
    /// It waits for a request.
    case idle
    /// A request was handed over; nothing shows yet that it was read.
    case asked(Int)
    /// The worker has begun on the request.
    case busy(Int)
  }

  /// What a line means to the supervisor.
  package enum Sign: Equatable {
    /// The worker can be given its first request.
    case ready
    /// The worker is alive.
    case alive
    /// The request is answered.
    case answered(String)
    /// The line has no place here. The worker is not to be trusted any more.
    case incoherent(line: String)
  }

  /// Where the conversation is.
  package private(set) var state = State.starting
  /// The last progress on the present request.
  package private(set) var lastProgress: String?
  /// The latest lines of the log that it told, of the present request.
  package private(set) var log: [String] = []
  /// Whether any request was answered.
  package private(set) var hasServed = false

  /// The conversation with a worker that was just started.
  package init() {}

  /// Notes that a request is handed over.
  ///
  /// The worker must be idle.
  package mutating func ask(_ number: Int) {
    precondition(state == .idle, "a worker that is \(state) can't be asked \(number)")
    state = .asked(number)
    lastProgress = nil
    log = []
  }

  /// Takes the next line and says what it means.
  package mutating func hear(_ line: LineBuffer.Line) -> Sign {
    guard case .text(let text) = line else {
      guard case .unusable(let excerpt) = line else { return .alive }
      return .incoherent(line: excerpt)
    }
    switch (state, WorkerLine(text)) {
    case (.starting, .ready):
      state = .idle
      return .ready
    case (.asked(let asked), .began(let number)) where number == asked:
      state = .busy(number)
      return .alive
    case (.busy(let asked), .progress(let number, let progress)) where number == asked:
      if let line = LogProgress.line(in: progress) {
        note(line)
      } else {
        lastProgress = progress
      }
      return .alive
    case (.busy(let asked), .answer(let number, let answer)) where number == asked:
      state = .idle
      hasServed = true
      return .answered(answer)
    default:
      return .incoherent(line: text)
    }
  }

  /// The most lines of a log that are kept.
  private static let longestLog = 1_000

  /// Keeps a line of the log, and never more than twice as many as wanted.
  private mutating func note(_ line: String) {
    log.append(line)
    if log.count > 2 * Self.longestLog { log.removeFirst(log.count - Self.longestLog) }
  }

  /// Whether an end of the worker now is the fault of what it did before, and not of the request it
  /// was handed: it has served, and has not begun on this one.
  package var isSpent: Bool {
    guard case .asked = state else { return false }
    return hasServed
  }
}
