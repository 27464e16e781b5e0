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
    let words = "sluice: ended what a subject had detached from its worker: "
    let line = call.errors.split(separator: "\n").first { line in line.hasPrefix(words) }
    let names = try #require(line, "\(call.errors)").dropFirst(words.count)
    // Each is a fork of one program that becomes the next, and named after what it is by then.
    let each = names.split(separator: ", ").map { name in name.split(separator: " ")[0] }
    #expect(Set(each).isSubset(of: ["setsid", "env", "sleep"]), "\(names)")
  }
}
