import Glibc
import SluiceSimulation

/// The worker's side: answers requests until its supervisor hangs up.
package enum WorkerService {
  /// Answers a request of one line with an answer of one line; calls the second argument with a
  /// line of progress as often as shows that it is alive and where it is.
  package typealias Handler = (
    _ request: String, _ progress: @escaping (String) -> Void
  ) -> String

  /// Answers requests, one at a time, until the supervisor hangs up.
  ///
  /// If the supervisor is gone while a request is being answered, the process ends at once, even if
  /// the subject never comes back: no worker outlives its supervisor. What the subject prints
  /// leaves the process line by line, and the rest before every answer, so that what a case printed
  /// counts for that case.
  ///
  /// Once a subject has started a real thread in a simulation, the process ends after the answer.
  ///
  /// - Parameters:
  ///   - requestDescriptor: the socket to read requests from; it belongs to this call.
  ///   - answerDescriptor: the socket to write answers to; it belongs to this call.
  ///   - handle: answers one request. Answers and progress must be single lines.
  /// - Throws: `WorkerError.unintelligible` when a line is no request.
  package static func serve(
    requestDescriptor: Int32, answerDescriptor: Int32, handle: Handler
  ) throws(WorkerError) {
    let requests = Descriptor(owning: requestDescriptor)
    let answers = AnswerLine(Descriptor(owning: answerDescriptor))
    requests.keepFromChildren()
    let watch = HangupWatch(of: requestDescriptor)
    var lines = LineBuffer(limit: WorkerLimits(silence: .zero).lineBytes)
    StandardOutput.sendEveryLine()
    answers.write(.ready)
    while let request = try next(from: requests, through: &lines) {
      guard watch.begin() else { return }
      answers.write(.began(request.number))
      let answer = handle(request.text) { progress in
        requireOneLine(progress)
        answers.write(.progress(request.number, progress))
      }
      requireOneLine(answer)
      StandardOutput.flush()
      watch.end()
      answers.write(.answer(request.number, answer))
      if Simulation.escapedThreads > 0 { retire() }
    }
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
        guard case .bytes(let bytes) = requests.read(atMost: 64 << 10) else { return nil }
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
