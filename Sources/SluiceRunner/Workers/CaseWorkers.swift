/// Whatever answers requests one after the other: workers that may die, or this process itself.
///
/// What a request is, and an answer, is the caller's matter; here each is one line of text.
package protocol CaseWorkers {
  /// Has every request answered, in order, and reports each outcome as soon as it is known.
  ///
  /// One request is taken from the sequence at a time, after the outcome before it was reported: a
  /// sequence that ends early stops the run between two cases, and nothing is kept of what is done.
  ///
  /// - Parameters:
  ///   - requests: texts of one line each.
  ///   - each: called with the number of the request, from zero, and what became of it.
  /// - Throws: `WorkerError` when the harness itself fails; and what `each` throws, after which
  ///   no further request is taken.
  func run(
    _ requests: some Sequence<String>,
    each: (_ index: Int, _ outcome: WorkerOutcome) throws -> Void
  ) throws
}
