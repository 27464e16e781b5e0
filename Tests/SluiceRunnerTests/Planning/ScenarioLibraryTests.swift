import Foundation
import SluiceRunner
import SluiceScenarios
import SluiceSpies
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

  private static func path(_ number: Int) -> String { "Scenarios/toy/unit/test-\(number).scenario" }

  /// A root with some files, and what removes it.
  private static func root(of texts: [String]) throws -> (root: ScenarioRoot, remove: () -> Void) {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "sluice-\(UUID().uuidString)")
    let root = ScenarioRoot(path: folder.path(percentEncoded: false))
    for (number, text) in texts.enumerated() {
      let file = URL(filePath: root.path(of: Self.path(number)))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return (root, { try? FileManager.default.removeItem(at: folder) })
  }

  /// A root with one file, which is gone once it was planned with.
  private static func rootOfGoneFile(
    _ libraries: ScenarioLibraries
  ) throws -> (root: ScenarioRoot, plan: RunPlan) {
    let (root, remove) = try root(of: [Self.text])
    defer { remove() }
    let plan = RunPlan(
      library: libraries.library(of: Play.registry, below: root), files: [Self.path(0)],
      filter: nil)
    #expect(plan.check { _ in Issue.record("the file is right") } == 1)
    return (root, plan)
  }

  @Test("reads each file once, for the check, the run and the cases that are asked for")
  func once() throws {
    let libraries = ScenarioLibraries()
    let (root, plan) = try Self.rootOfGoneFile(libraries)
    #expect(!FileManager.default.fileExists(atPath: root.path(of: Self.path(0))))
    var cases = PlannedCases(plan)
    let scenario = try #require(try cases.next())
    let server = CaseServer(
      products: [ToyProduct.product],
      cases: RequestedCases(
        registry: Play.registry, shippedScenarios: nil, libraries: libraries))
    #expect(try Self.result(of: scenario, below: root, from: server).outcome == .passed)
  }

  @Test("checks a file again that others have displaced, as it was when it was read first")
  func displaced() throws {
    let texts = (0..<4).map { number in
      Self.text.replacing("a value arrives", with: "a value arrives \(number)")
    }
    let (root, remove) = try Self.root(of: texts)
    let library = ScenarioLibrary(
      registry: Play.registry, root: root, capacity: Self.text.utf8.count)
    let paths = texts.indices.map { number in Self.path(number) }
    func names() throws -> [[String]] {
      try paths.map { path in try library.read(path).file?.cases.map(\.name) ?? [] }
    }
    let first = try names()
    #expect(first == texts.indices.map { number in ["a value arrives \(number)"] })
    remove()
    #expect(try names() == first)
    func looks(at path: String) -> Int {
      WorkCounter.steps { _ = try? library.read(path) }
    }
    #expect(looks(at: paths[3]) == 0, "the last file is kept")
    #expect(looks(at: paths[0]) > 0, "room is left for two files at most")
  }

  @Test("has each case told whose name an earlier one has, by reading the files once more")
  func duplicates() throws {
    func looks(_ count: Int) throws -> Int {
      let (root, remove) = try Self.root(of: Array(repeating: Self.text, count: count))
      defer { remove() }
      let plan = RunPlan(
        library: ScenarioLibrary(registry: Play.registry, root: root, capacity: 1),
        files: (0..<count).map { number in Self.path(number) }, filter: nil)
      var told: [String] = []
      let looks = WorkCounter.steps {
        #expect(
          plan.check { finding in told.append(finding.text(as: .human, usesColor: false)) } == nil)
      }
      #expect(told.count == count - 1)
      #expect(told.allSatisfy { text in text.contains("already, at \(Self.path(0)):3") })
      return looks
    }
    let (few, many) = (try looks(10), try looks(40))
    #expect(many <= few * 5)
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
      root: root.path, shownPath: Self.path(0), id: scenario.id, subject: "right", level: "should",
      edition: "2026.12", exploration: .canonical, seed: 0,
      commands: ExplorationCommands(run: "", replay: ""))
    let answer = server.answer(try CaseLine.encode(request)) { _ in }
    return CaseResult(.answered(answer, output: CapturedOutput()), of: scenario, again: "")
  }
}
