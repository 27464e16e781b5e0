import Foundation
import SluiceHarness

/// A program that starts these tests as a worker of a gate that only one suite knows.
struct GateProgram: Sendable {
  /// The variable by which the process knows that it is a worker.
  let variable: String
  /// The suite whose only test calls ``serveIfAsked()`` first.
  let suite: String
  /// The gate.
  let harness: @Sendable () throws -> Harness

  /// Serves as a worker of the gate if this process was started as one, and ends with it.
  func serveIfAsked() throws {
    guard ProcessInfo.processInfo.environment[variable] != nil else { return }
    let code = try harness().run(in: .process(commandLine: ["gate", "worker"]))
    exit(code.rawValue)
  }

  /// Writes the program into a folder.
  ///
  /// - Returns: Its path.
  func write(in folder: TemporaryFolder) throws -> String {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .path(percentEncoded: false)
    // A call in memory has no variables, and the program may need libraries from elsewhere.
    let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
    try folder.write(
      """
      #!/bin/sh
      export \(variable)=1 LD_LIBRARY_PATH='\(libraries)'
      exec '\(tests)' --testing-library swift-testing \\
        --filter '^SluiceHarnessTests.\(suite)/'

      """, to: "gate", isExecutable: true)
    return folder.path(of: "gate")
  }
}
