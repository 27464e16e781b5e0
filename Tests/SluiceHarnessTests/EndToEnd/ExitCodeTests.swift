import SluiceHarness
import Testing

@Suite("Exit code", .startsPrograms)
struct ExitCodeTests {
  @Test("is 0 where all holds, and the report is whole")
  func success() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(["run"], in: root.path)
    #expect(call.exitCode == 0, "\(call.errors)")
    #expect(call.output.contains("3 cases: 3 passed"))
    #expect(try root.read("Reports/junit.xml").hasSuffix("</testsuites>\n"))
  }

  @Test("is 1 where a case fails, and the report is whole")
  func failure() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-forgets-remove-on-cancel"], in: root.path)
    #expect(call.exitCode == 1)
    #expect(call.output.contains("3 cases: 2 passed, 1 failed"))
    #expect(try root.read("Reports/junit.xml").hasSuffix("</testsuites>\n"))
  }

  @Test(
    "is 2 where the report can't be written", arguments: ["Scenarios", "Scenarios/a/", "/dev/null"])
  func unwritable(_ place: String) throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(["run", "--junit", place], in: root.path)
    #expect(call.exitCode == 2)
    #expect(call.errors.contains("can't write to"))
    #expect(call.output == "")
  }

  @Test("is 2 where a folder for the report can't be made")
  func noFolder() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--junit", "\(SmallScenarios.path)/junit.xml"], in: root.path)
    #expect(call.exitCode == 2)
    #expect(call.errors.contains("can't make the directory"))
  }

  @Test(
    "is 2 where no worker can be started",
    arguments: ["/no/such/program", "/dev/null", "/bin/true"])
  func noWorker(_ executable: String) throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(["run"], in: root.path, executable: executable)
    #expect(call.exitCode == .harnessFailure)
    #expect(call.errors.contains("the run was not finished"))
    #expect(call.errors.contains(executable))
    #expect(try root.read("Reports/junit.xml").hasSuffix("</testsuites>\n"))
  }

  @Test("is 4 where a filter selects nothing", arguments: ["run", "list"])
  func nothing(_ command: String) throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run([command, "--filter", "tag:absent"], in: root.path)
    #expect(call.exitCode == 4)
    #expect(call.errors == "sluice: no case is selected\n")
    #expect(call.output == "")
  }

  @Test(
    "is 64 for a wrong call",
    arguments: [
      [], ["runn"], ["run", "--subject", "referense"], ["run", "--filter", "tag:"],
      ["run", "absent.scenario"], ["list", "--subject", "none"],
      ["explain", "nothing-of-the-kind"],
    ])
  func usage(_ words: [String]) throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(words, in: root.path)
    #expect(call.exitCode == 64)
    #expect(!call.errors.isEmpty)
    #expect(call.output == "")
  }

  @Test("is 64 where there is no folder of scenarios")
  func noScenarios() throws {
    let folder = try TemporaryFolder()
    let call = MemoryCall(["run"], in: folder.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("there is no folder 'Scenarios'"))
  }
}
