import Foundation
import Glibc
import SluiceConformance
import SluiceSimulation
import Synchronization

/// The worker's side: answers requests until its supervisor hangs up.
package enum WorkerService {
  /// Answers a request of one line with an answer of one line; calls the second argument with a
  /// line of progress, on any thread, as often as shows that it is alive and where it is.
  package typealias Handler = (
    _ request: String, _ progress: @escaping @Sendable (String) -> Void
  ) -> String

  /// Answers requests, one at a time, until the supervisor hangs up.
  ///
  /// If the supervisor is gone while a request is being answered, the process ends at once, even if
  /// the subject never comes back: no worker outlives its supervisor. What the subject prints
  /// leaves the process line by line, and the rest before every answer, so that the last words of a
  /// worker that dies are those of the case that it was playing.
  ///
  /// Once a subject has started a real thread in a simulation, or a case was given up, the process
  /// ends after the answer.
  ///
  /// - Parameters:
  ///   - requestDescriptor: the socket to read requests from; it belongs to this call.
  ///   - answerDescriptor: the socket to write answers to; it belongs to this call.
  ///   - boardDescriptor: where the supervisor's board of progress is; nil, or no board, if there
  ///     is none, and progress is sent line by line.
  ///   - handle: answers one request. Answers and progress must be single lines.
  /// - Throws: `WorkerError.unintelligible` when a line is no request, and `noThread` if the thread
  ///   that watches the supervisor can't be started.
  package static func serve(
    requestDescriptor: Int32, answerDescriptor: Int32, boardDescriptor: Int32? = nil,
    handle: Handler
  ) throws(WorkerError) {
    let board = boardDescriptor.flatMap { number in ProgressBoard(inherited: number) }
    let requests = Descriptor(owning: requestDescriptor)
    let answers = AnswerLine(Descriptor(owning: answerDescriptor))
    requests.keepFromChildren()
    let watch = try HangupWatch(of: requestDescriptor, answering: answers)
    var lines = LineBuffer(limit: WorkerLimits(silence: .zero).lineBytes)
    StandardOutput.sendEveryLine()
    answers.write(.ready)
    while let request = try next(from: requests, through: &lines) {
      guard watch.begin(request.number) else { return }
      answers.write(.began(request.number))
      let answer = handle(request.text) { progress in
        requireOneLine(progress)
        tell(progress, of: request.number, on: board, or: answers)
      }
      requireOneLine(answer)
      StandardOutput.flush()
      watch.end()
      answers.write(.answer(request.number, answer), .ended(request.number))
      if Simulation.escapedThreads > 0 || Simulation.threadsGivenUp > 0 { retire() }
    }
  }

  /// Tells where a request is: on the board, but for the log of a run that may not be survived,
  /// every line of which has to arrive.
  private static func tell(
    _ progress: String, of request: Int, on board: ProgressBoard?, or answers: AnswerLine
  ) {
    if progress == StepProgress.isOver {
      // Without a board it is no more than a sign of life.
      guard let board else { return answers.write(.progress(request, StepProgress.goesOn)) }
      return board.noteEnd(of: request)
    }
    if let board, !LogProgress.isOne(progress) {
      if progress == StepProgress.goesOn { return board.giveSign() }
      if board.write(progress, of: request) { return }
      // What is too long for it is not to be taken for older than what stands there.
      _ = board.write("", of: request)
    }
    answers.write(.progress(request, progress))
  }

  /// Stops the program, with a message for the programmer, if a text can't be sent as one line.
  static func requireOneLine(_ text: String) {
    guard !isOneLine(text) else { return }
    // No precondition: its message would be missing from the last words in a release build.
    fatalError("an answer and progress must be one line each: \(text)")
  }

  /// The next request, or `nil` when there can't be any.
  private static func next(
    from requests: borrowing Descriptor, through lines: inout LineBuffer
  ) throws(WorkerError) -> (number: Int, text: String)? {
    while true {
      switch lines.next() {
      case .text(let line):
        guard case .request(let number, let text) = WorkerLine(line) else {
          throw .unintelligible(line: line)
        }
        return (number, text)
      case .unusable(let excerpt): throw .unintelligible(line: excerpt)
      case nil:
        guard case .bytes(let bytes) = requests.read(atMost: 64 << 10) else {
          if !requests.isOpen { HangupWatch.endWithoutLine() }
          return nil
        }
        lines.append(bytes)
      }
    }
  }

  /// Ends the process at once.
  ///
  /// A thread that a subject started may still run, and do harm to the next case. The supervisor
  /// starts another worker for that.
  private static func retire() -> Never {
    _exit(WorkerDeath.retirementCode)
  }
}

/// The worker's line to its supervisor.
///
/// A class, since progress can be held for longer than a request: by a subject that blocks its
/// thread for ever. Two threads write: the one that serves, and the one that tells where that is.
final class AnswerLine: Sendable {
  private let descriptor: Descriptor
  private let turn = Mutex(())

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
    self.descriptor.keepFromChildren()
  }

  /// The number of the descriptor, on which the supervisor asks where a request hangs.
  var number: CInt { descriptor.number }

  /// Takes the supervisor's questions off the line.
  func takeQuestions() { _ = descriptor.read(atMost: 64) }

  /// Writes whole lines, with no other between them; ends the process if the supervisor is gone.
  func write(_ lines: WorkerLine...) {
    turn.withLock { _ in
      var rest = lines.flatMap(\.bytes)[...]
      while !rest.isEmpty {
        switch descriptor.send(rest) {
        case .wrote(let count): rest.removeFirst(count)
        case .notYet: awaitRoom()
        case .closed: descriptor.isOpen ? HangupWatch.abandon() : HangupWatch.endWithoutLine()
        }
      }
    }
  }

  /// Waits for room: the subject may have made the descriptor one that does not block.
  private func awaitRoom() {
    var readiness = Readiness()
    readiness.add(descriptor.number, .writing)
    readiness.wait(atMost: nil)
  }
}

/// A thread of a worker that ends the process when its supervisor is gone, tells where a request
/// hangs when the supervisor asks, and tells where it has crashed.
///
/// A worker whose supervisor was killed must not stay behind, and the subject it runs may be in an
/// endless loop; so nobody but a thread of its own can notice. Between requests the worker sees the
/// end of its requests by itself, and ends in the ordinary way.
final class HangupWatch: Sendable {
  private struct State {
    /// The number of the request that is being answered.
    var request: Int?
    var isHungUp = false
  }

  private let state = Mutex(State())

  /// Begins to watch the other end of a descriptor, which may be closed meanwhile.
  init(of number: CInt, answering answers: AnswerLine) throws(WorkerError) {
    // A descriptor of its own: the number may be closed and mean something else by then.
    let copy = Descriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, 0))
    // Before the first request: a crash must not come sooner than the handler.
    let bell = CrashLocation.begin()
    try OwnThread.start { [self] in
      var crash = bell
      while true {
        var readiness = Readiness()
        readiness.add(copy.number, .hangup)
        readiness.add(answers.number, .reading)
        if let crash { readiness.add(crash, .reading) }
        readiness.wait(atMost: nil)
        if [copy.number, answers.number].contains(where: readiness.isClosedHere) {
          Self.endWithoutLine()
        }
        if readiness.isReady(copy.number) { return hangUp() }
        if let number = crash, readiness.isReady(number) || readiness.isClosedHere(number) {
          if readiness.isReady(number) { reportCrash(on: answers) }
          crash = nil
        }
        if readiness.isReady(answers.number) { reportLocation(on: answers) }
      }
    }
  }

  /// Notes that a request is being answered from now on; false if the supervisor is gone already.
  func begin(_ request: Int) -> Bool {
    state.withLock { state in
      state.request = state.isHungUp ? nil : request
      return !state.isHungUp
    }
  }

  /// Notes that the request is answered.
  func end() {
    state.withLock { state in state.request = nil }
  }

  private func hangUp() {
    let isBusy = state.withLock { state in
      state.isHungUp = true
      return state.request != nil
    }
    if isBusy { Self.abandon() }
  }

  /// Tells where the present request is, if there is one.
  private func reportLocation(on answers: AnswerLine) {
    answers.takeQuestions()
    guard let request = state.withLock({ state in state.request }) else { return }
    let thread = HangLocation.threadOfDriver ?? HangLocation.threadOfEvents
    let functions =
      thread.map { thread in
        HangLocation.functions(of: thread) { name in FunctionName(name).isOfSubject }
      } ?? []
    guard state.withLock({ state in state.request == request }) else { return }
    answers.write(.location(request, functions))
  }

  /// Sends the functions of a crashed thread, if the crash was within a request.
  private func reportCrash(on answers: AnswerLine) {
    if let request = state.withLock({ state in state.request }) {
      // Names take their time in a large program.
      answers.write(.progress(request, StepProgress.goesOn))
      answers.write(.crash(request, CrashLocation.functions()))
    }
    CrashLocation.end()
  }

  /// Ends the process at once: the subject has closed the descriptors through which it is heard.
  static func endWithoutLine() -> Never { _exit(WorkerDeath.closedLineCode) }

  /// Ends the process at once, with all that it started; nobody is left to read why.
  static func abandon() -> Never {
    // A supervisor starts every worker as the leader of a group; without one this does nothing.
    kill(-getpid(), SIGKILL)
    _exit(2)
  }
}
