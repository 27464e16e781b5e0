import Foundation
import SluiceHarness
import Testing

@Suite("Run of a hostile subject", .startsPrograms)
struct HostileSubjectTests {
  private static func run(
    _ subject: String
  ) throws -> (call: FinishedCall, cases: [ReportedCase]) {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--subject", subject, "--schedules", "0", "--format", "json"], in: root.path)
    return (call, try ReportedCase.all(in: call.output))
  }

  @Test("ends where a thread of a worker has the run trace it")
  func traced() throws {
    let (call, cases) = try Self.run("faulty-asks-to-be-traced")
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(cases.map(\.outcome) == ["passed", "passed", "passed"], "\(call.output)")
  }

  @Test("has an error for the one case in which a traced thread crashes")
  func trapsWhileTraced() throws {
    let (call, cases) = try Self.run("faulty-traps-while-traced")
    #expect(call.exitCode == 1, "\(call.output)\(call.errors)")
    #expect(cases.map(\.outcome) == ["passed", "error", "passed"], "\(call.output)")
    #expect(cases[1].type == "SubjectCrashed", "\(call.output)")
    #expect(cases[1].message?.contains("a stream that is traced was cancelled") == true)
  }

  @Test("ends what has left its session and dropped its variables, and names it")
  func shedsItsMark() throws {
    let (call, cases) = try Self.run("faulty-sheds-its-mark")
    #expect(cases.count == 3, "\(call.output)")
    let words = "sluice: ended what a subject had left running: "
    let line = call.errors.split(separator: "\n").first { line in line.hasPrefix(words) }
    let names = try #require(line, "\(call.errors)").dropFirst(words.count)
    // Each is a fork of one program that becomes the next, and named after what it is by then.
    let each = names.split(separator: ", ").map { name in name.split(separator: " ")[0] }
    #expect(Set(each).isSubset(of: ["setsid", "env", "sleep"]), "\(names)")
  }

  /// Subjects with the one result of their case, and the workers that a run starts for it at most:
  /// two that play and compare, one that goes on behind each that is lost, one that tells the log
  /// and one that draws it.
  private static let costs: [(subject: String, type: String, words: String, workers: Int)] = [
    ("faulty-stops-itself", "SubjectHung", "subject hung: silent", 6),
    ("faulty-becomes-another-program", "SubjectCrashed", "subject crashed: vanished", 6),
    (
      "faulty-traps-at-length", "SubjectCrashed",
      "subject crashed: FaultyStreams/FaultyTrapsAtLength.swift:12: Fatal error: a long story", 6
    ),
    (
      "faulty-repeats-for-ever", "RuleViolation", "delivery.no-invented-values: 1 was yielded", 2
    ),
    ("faulty-ticks-for-ever", "RuleViolation", "delivery.no-invented-values: 1 was yielded", 2),
    ("faulty-yields-for-ever", "RuleViolation", "delivery.no-invented-values: 1 was yielded", 2),
  ]

  @Test("costs few workers, and few plays", arguments: costs)
  func workers(_ cost: (subject: String, type: String, words: String, workers: Int)) throws {
    let root = try TemporaryFolder()
    try root.write("format 1\n\n\(SmallScenarios.cancelled)", to: SmallScenarios.path)
    try root.write(
      """
      #!/bin/sh
      echo >>'\(root.path(of: "workers"))'
      exec '\(BuiltProgram.path)' "$@"

      """, to: "program", isExecutable: true)
    let call = MemoryCall(
      ["run", "--subject", cost.subject, "--watchdog", "1", "--jobs", "1", "--format", "json"],
      in: root.path, executable: root.path(of: "program"))
    let one = try #require(try ReportedCase.all(in: call.output).first, "\(call.errors)")
    #expect(one.type == cost.type && one.message?.hasPrefix(cost.words) == true, "\(one)")
    let workers = try root.read("workers").count
    #expect((1...cost.workers).contains(workers), "\(workers) workers")
    // What has no end under the usual order is played under no further one.
    let isPlayed = cost.type == "RuleViolation"
    #expect(isPlayed == call.output.contains(#"{"name":"sluice.schedules","value":"1"}"#))
  }
}
