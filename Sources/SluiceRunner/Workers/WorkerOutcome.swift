/// What became of one request.
package enum WorkerOutcome: Equatable, Sendable {
  /// The worker answered; `output` is what it printed meanwhile.
  case answered(String, output: CapturedOutput)
  /// The worker died, or had to be killed, before it answered.
  case died(WorkerDeath)
}

/// What a worker printed on its two standard streams while it had one request.
package struct CapturedOutput: Equatable, Sendable {
  /// The end of what it printed on its standard output.
  package var standardOutput: String
  /// The end of what it printed on its standard error.
  package var standardError: String
  /// How many bytes of both came before these ends and were not kept.
  package var droppedBytes: Int

  /// What a worker printed.
  package init(standardOutput: String = "", standardError: String = "", droppedBytes: Int = 0) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.droppedBytes = droppedBytes
  }
}
