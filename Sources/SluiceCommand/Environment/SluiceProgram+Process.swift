import SluiceRunner

extension SluiceProgram {
  /// Runs the call of this process: what the `main.swift` of an executable does, and nothing before
  /// it, for `sluice` and for a gate of your own.
  ///
  /// Hashing is without chance from here on, in this process as in its workers: the process begins
  /// again if it was not started with `SWIFT_DETERMINISTIC_HASHING=1`. What stands before this call
  /// then happens twice.
  ///
  /// - Parameter commandLine: All words of the call, the program's name first.
  /// - Returns: What the process is to end with.
  public func runAsProcess(commandLine: [String]) -> ExitCode {
    do {
      try DeterministicHashing.require(arguments: commandLine)
    } catch {
      let environment = CommandEnvironment.process(commandLine: commandLine)
      environment.standardError.write("sluice: \(error)\n")
      return .harnessFailure
    }
    return run(in: .process(commandLine: commandLine))
  }
}
