/// Requests answered in this process, for debugging a subject.
///
/// Nothing protects the run here: a trap ends it, a hang hangs it, and what the subject prints goes
/// where this process prints.
package struct InProcessWorkers: CaseWorkers {
  private let handle: WorkerService.Handler

  /// Answers with the same closure that a worker would serve.
  package init(handle: @escaping WorkerService.Handler) {
    self.handle = handle
  }

  /// Has every request answered, in order, by the closure; progress goes nowhere.
  ///
  /// - Throws: `WorkerError.requestSpansLines`, and what `each` throws.
  package func run(
    _ requests: some Sequence<String>,
    each: (_ index: Int, _ outcome: WorkerOutcome) throws -> Void
  ) throws {
    for (index, request) in requests.enumerated() {
      guard isOneLine(request) else { throw WorkerError.requestSpansLines(index: index) }
      let answer = handle(request) { progress in WorkerService.requireOneLine(progress) }
      WorkerService.requireOneLine(answer)
      try each(index, .answered(answer, output: CapturedOutput()))
    }
  }
}
