import SluiceHarness
import Testing

@Suite("Self-check", .startsPrograms)
struct SelfCheckTests {
  @Test("finds a subject whose course differs between processes, and names the first difference")
  func process() throws {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run([
      "run", "Scenarios/listener/cancellation/waiting.scenario", "--subject",
      "faulty-depends-on-the-process", "--schedules", "2", "--format", "json", "--junit",
      folder.path(of: "junit.xml"),
    ])
    #expect(call.exitCode == 1)
    let found = try ReportedCase.all(in: call.output).filter { one in
      one.type == "NondeterministicSubject"
    }
    let body = try #require(found.first?.body)
    #expect(body.hasPrefix("nondeterministic subject: "))
    #expect(body.contains("the first event that differs is #"))
    #expect(body.contains("  once:  ") && body.contains("  again: "))
    #expect(body.contains("again: \(BuiltProgram.path) run "))
  }

  @Test("finds nothing in a right subject, and one process has nothing to compare with another")
  func right() throws {
    let root = try SmallScenarios.root()
    for words in [[], ["--isolation", "none"]] {
      let call = try BuiltProgram.run(["run"] + words, in: root.path)
      #expect(call.exitCode == 0, "\(call.output)")
    }
  }
}
