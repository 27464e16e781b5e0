import FakeListener
import Foundation
import SluiceConformance
import SluiceHarness
import SluiceProducts
import Testing

/// A gate of edition 2026.12 over the later kit whose stream traps when it gets a six.
private enum TrappingGate {
  static func harness() throws -> Harness { try LaterKit.gate(of: [subject], hasRule: false) }

  private static let subject = Subject(
    "traps-by-six", over: .listener(Int.self),
    traits: Traits().with { traits in
      traits.registration = .access
      traits.iterators = .single
      traits.bufferOnCancel = .drains
      traits.releasesWhileHeld = false
      traits.repeatsError = true
    }
  ) { source in
    AsyncThrowingStream<Int, any Error> { continuation in
      let handle = source.addValueListener { value in
        precondition(value != 6, "a six has come")
        continuation.yield(value)
      }
      continuation.onTermination = { _ in handle.remove() }
    }
  }

  /// Serves as a worker of the gate if this process was started as one, and ends with it.
  static func serveIfAsked() throws {
    guard ProcessInfo.processInfo.environment[variable] != nil else { return }
    let code = try harness().run(in: .process(commandLine: ["gate", "worker"]))
    exit(code.rawValue)
  }

  /// Writes a program that starts these tests as a worker of the gate.
  static func writeProgram(in folder: TemporaryFolder) throws -> String {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .path(percentEncoded: false)
    // A call in memory has no variables, and the program may need libraries from elsewhere.
    let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
    try folder.write(
      """
      #!/bin/sh
      export \(variable)=1 LD_LIBRARY_PATH='\(libraries)'
      exec '\(tests)' --testing-library swift-testing \\
        --filter '^SluiceHarnessTests.LaterCrashTests/'

      """, to: "gate", isExecutable: true)
    return folder.path(of: "gate")
  }

  private static let variable = "SLUICE_TEST_TRAPPING_GATE"
}

@Suite("A later case whose subject crashes", .startsPrograms)
struct LaterCrashTests {
  @Test("is advice and leaves the gate green, and an old one is an error")
  func crash() throws {
    try TrappingGate.serveIfAsked()
    let tools = try TemporaryFolder()
    let program = try TrappingGate.writeProgram(in: tools)
    let words = ["run", "Scenarios", "--schedules", "0"]
    let root = try LaterKit.root(LaterKit.old, LaterKit.laterSix, LaterKit.laterRight)
    let gate = try TrappingGate.harness()
    let held = MemoryCall(words, of: gate, in: root.path, executable: program)
    #expect(held.exitCode == .success, "\(held.output)\(held.errors)")
    #expect(held.output.contains("3 cases: 3 passed, 0 failed, 0 errors, 0 skipped\n"))
    #expect(held.output.contains("must: all held; 1 piece of advice\n"), "\(held.output)")
    #expect(held.output.contains("ADVICE listener.values.unit / a six arrives\n"))
    #expect(held.output.contains("  subject crashed: "))
    #expect(held.output.contains("Precondition failed: a six has come"))
    #expect(held.output.contains(" came with edition 2027.01; the gate has 2026.12\n"))
    let report = try root.read("Reports/junit.xml")
    #expect(report.contains(#"name="sluice.advice" value="SubjectCrashed""#), "\(report)")
    #expect(!report.contains("<error"))
    let raised = MemoryCall(
      words + ["--edition", "2027.01"], of: gate, in: root.path, executable: program)
    #expect(raised.exitCode == .failure)
    #expect(raised.output.contains("3 cases: 2 passed, 0 failed, 1 error, 0 skipped"))
  }
}
