import Foundation
import Testing

/// The program as it was built beside these tests, or for release, run as a process.
enum BuiltProgram {
  /// The executable's path.
  static let path =
    optimized
    ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "sluice").path(percentEncoded: false)

  /// The executable of a release build, where whoever runs the tests has named one.
  static let optimized = Campaign.optimizedProgram

  /// The root of this repository, where `Scenarios` stands.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../..").standardizedFileURL.path(percentEncoded: false)

  /// Runs a call to its end.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - directory: Where it is called.
  ///   - variables: Environment variables that it gets beside those of the tests.
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: What the system says if it can't be started.
  static func run(
    _ arguments: [String], in directory: String = repository, variables: [String: String] = [:]
  ) throws -> FinishedCall {
    try FinishedCall(path, arguments, in: directory, variables: variables)
  }

  /// Runs a line through the shell, where `swift run sluice` means the program that is built
  /// already.
  ///
  /// A real `swift run` would wait for ever for the build that these tests are part of.
  static func shell(_ line: String, in directory: String = repository) throws -> FinishedCall {
    let tools = try TemporaryFolder()
    try tools.write(
      """
      #!/bin/bash
      test "$1" = run && test "$2" = sluice || exit 99
      shift 2
      exec -a .build/some-platform/debug/sluice "$SLUICE_BUILT" "$@"
      """, to: "swift", isExecutable: true)
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try FinishedCall(
      "/bin/sh", ["-c", line], in: directory,
      variables: ["PATH": "\(tools.path):\(search)", "SLUICE_BUILT": path])
  }
}

/// A call that came to its end.
struct FinishedCall {
  /// The exit code; minus the signal's number for a call that a signal ended.
  let exitCode: Int32
  /// What it wrote to its standard output.
  let output: String
  /// What it wrote to its standard error.
  let errors: String

  init(
    _ executable: String, _ arguments: [String], in directory: String, variables: [String: String]
  ) throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: directory)
    // Where the tests are a step of a job themselves, its variables are not the call's.
    process.environment = ProcessInfo.processInfo.environment
      .filter { variable in !variable.key.hasPrefix("GITHUB_") }
      .merging(variables) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: nobody has to read them while the call goes on.
    process.standardOutput = try folder.handle(writingTo: "output")
    process.standardError = try folder.handle(writingTo: "errors")
    try process.run()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    exitCode = isSignal ? -process.terminationStatus : process.terminationStatus
    output = try folder.read("output")
    errors = try folder.read("errors")
  }
}
