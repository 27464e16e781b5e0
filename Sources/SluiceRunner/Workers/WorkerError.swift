/// A failure of the harness itself around its workers; never the result of a case.
package enum WorkerError: Error, Equatable, CustomStringConvertible {
  /// The worker's program can't be started.
  case notStarted(executable: String, reason: String)
  /// The worker was started and ended, or stayed silent, before it was ready for the first case.
  case notReady(executable: String, death: WorkerDeath)
  /// The system has no descriptors left for pipes.
  case noDescriptors(reason: String)
  /// A request is more than one line; counted from zero.
  case requestSpansLines(index: Int)
  /// The worker was sent a line that is no request.
  case unintelligible(line: String)

  /// The sentence for the person at the terminal.
  package var description: String {
    switch self {
    case .notStarted(let executable, let reason):
      "cannot start the worker \(executable): \(reason)"
    case .notReady(let executable, let death):
      "the worker \(executable) was never ready: \(death)"
    case .noDescriptors(let reason):
      "cannot open pipes to a worker: \(reason)"
    case .requestSpansLines(let index):
      "request \(index) for a worker is more than one line"
    case .unintelligible(let line):
      "the worker was sent a line that is no request: \(line.prefix(200))"
    }
  }
}
