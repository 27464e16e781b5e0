import FakeListener
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

  /// The program of the gate's workers.
  static let program = GateProgram(
    variable: "SLUICE_TEST_TRAPPING_GATE", suite: "LaterCrashTests", harness: harness)
}

@Suite("A later case whose subject crashes", .startsPrograms)
struct LaterCrashTests {
  @Test("is advice and leaves the gate green, and an old one is an error")
  func crash() throws {
    try TrappingGate.program.serveIfAsked()
    let tools = try TemporaryFolder()
    let program = try TrappingGate.program.write(in: tools)
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
