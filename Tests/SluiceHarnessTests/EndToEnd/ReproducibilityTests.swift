import Foundation
import Glibc
import Testing

@Suite("Reproducible report")
struct ReproducibilityTests {
  /// A run of all scenarios of this repository that writes its report to a file of a folder; each
  /// case under the canonical schedule and a few others, unless it is to be the default number.
  private static func report(
    _ name: String, in folder: TemporaryFolder, options: [String] = ["--schedules", "4"],
    from directory: String = BuiltProgram.repository, variables: [String: String] = [:]
  ) throws -> Data {
    let call = try BuiltProgram.run(
      ["run", "--reproducible", "--junit", folder.path(of: name)] + options, in: directory,
      variables: variables)
    #expect(call.exitCode == 0 || call.exitCode == 1, "\(call.errors)")
    return try folder.bytes(of: name)
  }

  @Test("has the same bytes again, from elsewhere, in other zones and languages, without workers")
  func sameBytes() throws {
    let folder = try TemporaryFolder()
    let first = try Self.report("first.xml", in: folder)
    #expect(!first.isEmpty)
    #expect(try Self.report("second.xml", in: folder) == first)
    let below = "\(BuiltProgram.repository)/Scenarios/listener"
    #expect(try Self.report("elsewhere.xml", in: folder, from: below) == first)
    let variables = ["TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"]
    #expect(try Self.report("abroad.xml", in: folder, variables: variables) == first)
    let alone = ["--schedules", "4", "--isolation", "none"]
    #expect(try Self.report("inside.xml", in: folder, options: alone) == first)
  }

  @Test("has the same bytes again under as many schedules as there are by default")
  func explored() throws {
    let folder = try TemporaryFolder()
    let first = try Self.report("first.xml", in: folder, options: [])
    #expect(try Self.report("second.xml", in: folder, options: []) == first)
  }

  @Test("has the same bytes from a folder that is in no project, if the program is built in one")
  func farAway() throws {
    let folder = try TemporaryFolder()
    let first = try Self.report("first.xml", in: folder)
    #expect(try Self.report("far.xml", in: folder, from: folder.path) == first)
  }

  @Test("has the same bytes where failures are told at length", arguments: ["proposal", "vendor"])
  func failures(_ subject: String) throws {
    let folder = try TemporaryFolder()
    let options = ["--subject", subject, "--schedules", "8"]
    let first = try Self.report("first.xml", in: folder, options: options)
    #expect(try Self.report("second.xml", in: folder, options: options) == first)
    let alone = options + ["--isolation", "none"]
    #expect(try Self.report("inside.xml", in: folder, options: alone) == first)
  }

  @Test("has the same bytes on a loaded machine")
  func load() throws {
    let folder = try TemporaryFolder()
    let first = try Self.report("first.xml", in: folder)
    let loops = try [BusyLoop(), BusyLoop()]
    defer { for loop in loops { loop.stop() } }
    #expect(try Self.report("loaded.xml", in: folder) == first)
  }

  @Test("is printed the same too")
  func terminal() throws {
    let folder = try TemporaryFolder()
    let words = [
      "run", "Scenarios/listener", "--reproducible", "--subject", "proposal", "--junit",
      folder.path(of: "a"),
    ]
    for format in ["human", "json", "gcc"] {
      let first = try BuiltProgram.run(words + ["--format", format])
      #expect(try BuiltProgram.run(words + ["--format", format]).output == first.output)
    }
  }
}

/// A process that does nothing, as busily as it can, until it is stopped.
private struct BusyLoop {
  private let process = Process()

  init() throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "while :; do :; done"]
    try process.run()
  }

  func stop() {
    // No other signal is sure to arrive: what this thread blocks, the process has inherited.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
