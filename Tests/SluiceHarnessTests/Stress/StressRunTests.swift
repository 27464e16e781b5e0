import SluiceHarness
import Testing

/// Runs on real threads, each in a process of its own, so that the tests' own threads are not
/// blocked.
///
/// What they show does not hang on how the threads fall.
@Suite("Run on real threads", .startsIdlePrograms)
struct StressRunTests {
  @Test("finds nothing wrong with the reference stream, and says how much it has played")
  func reference() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(["stress", "--rounds", "6"], in: root.path)
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(call.output.hasPrefix("18 rounds of 3 cases on threads: 3 passed, 0 failed, 0 skipped"))
    #expect(call.errors == "")
  }

  @Test("catches a stream that never removes its listener, and says how to see it again")
  func unbalanced() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      [
        "stress", "--subject", "faulty-removes-by-another-key", "--rounds", "2", "--seed", "5",
        "--filter", "id:*cancel*",
      ], in: root.path)
    #expect(call.exitCode == 1, "\(call.output)")
    #expect(call.output.contains("(seed 5): teardown.remove-right-one: "))
    let again = "again: \(BuiltProgram.path) stress \(SmallScenarios.path) "
    #expect(call.output.contains(again + "--subject faulty-removes-by"))
    #expect(call.output.contains("--rounds 1 --seed 5\n"))
  }

  @Test("makes a trap the result of its case, and goes on")
  func trap() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["stress", "--subject", "faulty-traps", "--rounds", "1"], in: root.path)
    #expect(call.exitCode == 1)
    #expect(call.output.contains(": subject crashed: FaultyStreams/FaultyTraps.swift:12: Fatal"))
    #expect(call.output.contains("of 3 cases on threads: "))
  }

  @Test("serves the main queue and the main actor meanwhile")
  func mainQueue() throws {
    let call = try BuiltProgram.run([
      "stress", "Scenarios/firestore/integration/documents.scenario", "--rounds", "1",
    ])
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    // Every snapshot comes on the main queue: nobody's would come if it were not served. On a busy
    // machine a thread may be late for a line now and then.
    let lines = call.output.split(separator: "\n")
    let played = try #require(lines.first.flatMap { line in Int(line.prefix { $0 != " " }) })
    let missed = lines.first { line in line.contains("missed a line") }
    let late = missed.flatMap { line in Int(line.prefix { $0 != " " }) } ?? 0
    #expect(played > 4 && late < played / 2, "\(call.output)")
  }

  @Test("ends with the code that says what is wrong with the call")
  func exitCodes() throws {
    let root = try SmallScenarios.root()
    let nothing = MemoryCall(["stress", "--filter", "tag:none"], in: root.path)
    #expect(nothing.exitCode == .nothingSelected)
    #expect(MemoryCall(["stress", "--subject", "nobody"], in: root.path).exitCode == .usage)
    #expect(MemoryCall(["stress", "--rounds", "0"], in: root.path).exitCode == .usage)
  }
}
