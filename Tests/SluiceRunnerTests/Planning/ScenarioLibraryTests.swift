import Foundation
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Scenario library")
struct ScenarioLibraryTests {
  private static let text = """
    format 1

    scenario "a value arrives"
      timeline
        S = toy.values()
        toy.send(1)
        expect S next 1

    """

  /// A root with one file, which is gone once it was planned with.
  private static func rootOfGoneFile(
    _ libraries: ScenarioLibraries
  ) throws -> (root: ScenarioRoot, plan: RunPlan) {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "sluice-\(UUID().uuidString)")
    let root = ScenarioRoot(path: folder.path(percentEncoded: false))
    let file = URL(filePath: root.path(of: Play.path))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.text.utf8).write(to: file)
    let plan = RunPlan(
      library: libraries.library(of: Play.registry, below: root), files: [Play.path], filter: nil)
    #expect(plan.check { _ in Issue.record("the file is right") } == 1)
    return (root, plan)
  }

  @Test("reads each file once, for the check, the run and the cases that are asked for")
  func once() throws {
    let libraries = ScenarioLibraries()
    let (root, plan) = try Self.rootOfGoneFile(libraries)
    #expect(!FileManager.default.fileExists(atPath: root.path(of: Play.path)))
    var cases = PlannedCases(plan)
    let scenario = try #require(try cases.next())
    let server = CaseServer(
      products: [ToyProduct.product],
      cases: RequestedCases(
        registry: Play.registry, shippedScenarios: nil, libraries: libraries))
    #expect(try Self.result(of: scenario, below: root, from: server).outcome == .passed)
  }

  @Test("is the process's own: a worker of another reads what is there now")
  func another() throws {
    let (root, plan) = try Self.rootOfGoneFile(ScenarioLibraries())
    var cases = PlannedCases(plan)
    let scenario = try #require(try cases.next())
    let server = CaseServer(
      products: [ToyProduct.product],
      cases: RequestedCases(registry: Play.registry, shippedScenarios: nil))
    let problem = try Self.result(of: scenario, below: root, from: server).failure
    #expect(problem?.kind == .scenarioUnusable)
    #expect(problem?.message.contains("can't be read") == true)
  }

  private static func result(
    of scenario: ScenarioCase, below root: ScenarioRoot, from server: CaseServer
  ) throws -> CaseResult {
    let request = CaseRequest(
      root: root.path, shownPath: Play.path, id: scenario.id, subject: "right", level: "should",
      edition: "2026.12", exploration: .canonical, seed: 0,
      commands: ExplorationCommands(run: "", replay: ""))
    let answer = server.answer(try CaseLine.encode(request)) { _ in }
    return CaseResult(.answered(answer, output: CapturedOutput()), of: scenario, again: "")
  }
}
