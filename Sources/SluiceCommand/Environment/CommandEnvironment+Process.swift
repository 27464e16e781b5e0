import Foundation
import Glibc

extension CommandEnvironment {
  /// The real environment of this process.
  ///
  /// From here on a reader of our output that goes away is an error to us and no deadly signal.
  ///
  /// - Parameter commandLine: all words of the call, the program's name first.
  /// - Returns: an environment whose signals are not watched yet.
  public static func process(commandLine: [String]) -> CommandEnvironment {
    signal(SIGPIPE, SIG_IGN)
    let stopSignal = StopSignal()
    let files = FileManager.default
    let ownFile = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let start = ContinuousClock.now
    return CommandEnvironment(
      arguments: Array(commandLine.dropFirst()),
      variables: EnvironmentVariables(ProcessInfo.processInfo.environment),
      workingDirectory: files.currentDirectoryPath,
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
  }
}
