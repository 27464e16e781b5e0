import ShippedGate
import SluiceHarness

/// A whole call of a real program within this process, with nothing of the world but files.
struct MemoryCall {
  let exitCode: ExitCode
  let output: String
  let errors: String

  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - harness: The program.
  ///   - directory: Where it is called.
  ///   - executable: What workers are started from.
  ///   - variables: The variables of the call.
  ///   - stopSignal: The wish to stop.
  init(
    _ arguments: [String], of harness: Harness = ShippedGate.harness, in directory: String,
    executable: String = BuiltProgram.path, variables: [String: String] = [:],
    stopSignal: StopSignal = StopSignal()
  ) {
    let output = RecordingSink()
    let errors = RecordingSink()
    let environment = CommandEnvironment(
      arguments: arguments, variables: EnvironmentVariables(variables),
      workingDirectory: directory, executablePath: executable, standardOutput: output,
      standardError: errors, stopSignal: stopSignal)
    exitCode = harness.run(in: environment)
    self.output = output.text
    self.errors = errors.text
  }
}
