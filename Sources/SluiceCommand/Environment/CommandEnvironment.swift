/// Everything a command may touch of the world around it.
///
/// A command reads and writes through this alone, never through globals: so tests run whole
/// commands in memory, and nothing real slips into a result that must be the same twice.
public struct CommandEnvironment: Sendable {
  /// The words after the program's name.
  public var arguments: [String]
  /// The environment variables.
  public var variables: EnvironmentVariables
  /// The folder that relative paths start from.
  public var workingDirectory: String
  /// The program's own file, to start workers from.
  public var executablePath: String
  /// Where results go.
  public var standardOutput: any TextSink
  /// Where errors and notes go.
  public var standardError: any TextSink
  /// The wish to stop.
  public var stopSignal: StopSignal
  /// Has the signals of the process raise `stopSignal` from now on, for commands that look at it.
  public var watchSignals: @Sendable () -> Void
  /// The real time since some fixed instant; it never goes back.
  public var monotonicTime: @Sendable () -> Duration
  /// The real time since 1970-01-01T00:00:00Z.
  public var timeSinceEpoch: @Sendable () -> Duration
  /// The machine's name.
  public var hostName: @Sendable () -> String

  /// An environment; what is not given is empty, and its clocks stand still.
  public init(
    arguments: [String], variables: EnvironmentVariables = EnvironmentVariables(),
    workingDirectory: String = "/", executablePath: String = "",
    standardOutput: any TextSink, standardError: any TextSink,
    stopSignal: StopSignal = StopSignal(), watchSignals: @escaping @Sendable () -> Void = {},
    monotonicTime: @escaping @Sendable () -> Duration = { .zero },
    timeSinceEpoch: @escaping @Sendable () -> Duration = { .zero },
    hostName: @escaping @Sendable () -> String = { "" }
  ) {
    self.arguments = arguments
    self.variables = variables
    self.workingDirectory = workingDirectory
    self.executablePath = executablePath
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.stopSignal = stopSignal
    self.watchSignals = watchSignals
    self.monotonicTime = monotonicTime
    self.timeSinceEpoch = timeSinceEpoch
    self.hostName = hostName
  }
}
