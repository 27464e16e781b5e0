import Foundation
import Glibc
import SluiceRunner
import SluiceText

/// Everything a command may touch of the world around it.
///
/// A command reads and writes through this alone, never through globals: so tests run whole
/// commands in memory, and nothing real slips into a result that must be the same twice.
package struct CommandEnvironment: Sendable {
  /// The program's name, as errors and commands to repeat give it.
  package internal(set) var programName = "sluice"
  /// The program as the call names it; nil where that is not known.
  package var calledAs: String?
  /// The words after the program's name.
  package var arguments: [String]
  /// The environment variables.
  package var variables: EnvironmentVariables
  /// The folder that relative paths start from.
  package var workingDirectory: String
  /// The folder with the scenarios, as an absolute path, if the call names one.
  package internal(set) var root: String?
  /// The program's own file, to start workers from.
  package var executablePath: String
  /// Where results go.
  package var standardOutput: any TextSink
  /// Where errors and notes go.
  package var standardError: any TextSink
  /// The wish to stop.
  package var stopSignal: StopSignal
  /// Has the signals of the process raise `stopSignal` from now on, for commands that look at it.
  package var watchSignals: @Sendable () -> Void
  /// The real time since some fixed instant; it never goes back.
  package var monotonicTime: @Sendable () -> Duration
  /// The real time since 1970-01-01T00:00:00Z.
  package var timeSinceEpoch: @Sendable () -> Duration
  /// The machine's name.
  package var hostName: @Sendable () -> String
  /// Ends the processes that subjects have detached from their workers, and names them.
  package var endDetached: @Sendable () -> String? = { nil }
  /// The scenario files that were read for this call.
  let libraries = ScenarioLibraries()

  /// An environment; what is not given is empty, and its clocks stand still.
  ///
  /// Where an engine runs the job that obeys what is printed, no text that goes to the two streams
  /// can command it.
  package init(
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
    let engines = PipelineEngine.running { name in variables[name] }
    self.standardOutput = GuardedSink.guarding(standardOutput, against: engines)
    self.standardError = GuardedSink.guarding(standardError, against: engines)
    self.stopSignal = stopSignal
    self.watchSignals = watchSignals
    self.monotonicTime = monotonicTime
    self.timeSinceEpoch = timeSinceEpoch
    self.hostName = hostName
  }
}

extension CommandEnvironment {
  /// What stands in for standard streams that whoever started the process has closed: else the next
  /// file that is opened would have such a stream's number, and be printed into.
  private static let standIns: [FileHandle] = (STDIN_FILENO...STDERR_FILENO).compactMap { number in
    fcntl(number, F_GETFD) == -1 ? FileHandle(forUpdatingAtPath: "/dev/null") : nil
  }

  /// The real environment of this process.
  ///
  /// From here on a reader of our output that goes away, and a file that may grow no more, is an
  /// error to us and no deadly signal.
  ///
  /// - Parameter commandLine: all words of the call, the program's name first.
  /// - Returns: an environment whose signals are not watched yet.
  package static func process(commandLine: [String]) -> CommandEnvironment {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    _ = standIns
    let stopSignal = StopSignal()
    let files = FileManager.default
    let ownFile = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let start = ContinuousClock.now
    // One that was deleted has no path any more, or one at which nothing is.
    let directory = files.currentDirectoryPath
    var environment = CommandEnvironment(
      arguments: Array(commandLine.dropFirst()),
      variables: EnvironmentVariables(ProcessInfo.processInfo.environment),
      workingDirectory: files.fileExists(atPath: directory) ? directory : "",
      executablePath: ownFile ?? commandLine.first ?? "",
      standardOutput: DescriptorSink(descriptor: STDOUT_FILENO),
      standardError: DescriptorSink(descriptor: STDERR_FILENO),
      stopSignal: stopSignal,
      watchSignals: { stopSignal.watch() },
      monotonicTime: { start.duration(to: .now) },
      timeSinceEpoch: {
        .milliseconds(Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
      },
      hostName: { ProcessInfo.processInfo.hostName })
    environment.calledAs = commandLine.first.flatMap { word in word.isEmpty ? nil : word }
    DetachedProcesses.adopt()
    environment.endDetached = { DetachedProcesses.end() }
    return environment
  }
}

/// The environment variables of a call, in an order of their own: sorted by name.
package struct EnvironmentVariables: Equatable, Sendable {
  private let values: [String: String]

  /// Variables by name.
  package init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// The value of a variable, or `nil` if it is not set.
  package subscript(name: String) -> String? {
    values[name]
  }

  /// All variables, sorted by name.
  package var sorted: [(name: String, value: String)] {
    values.sorted { one, other in one.key < other.key }
      .map { variable in (variable.key, variable.value) }
  }

  /// All variables as what a worker is started with.
  package var all: [String: String] { values }
}
