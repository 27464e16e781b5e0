import Foundation
import Testing

@Suite("A step of a job of GitHub's", .startsPrograms)
struct GitHubTests {
  private let folder: TemporaryFolder
  /// Cases of which one half has more annotations for the plain stream than there may be.
  private let words = [
    "run", "Scenarios/websocket/cancellation/cancelling.scenario",
    "Scenarios/websocket/cancellation/stimulus-races.scenario", "--schedules", "0",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "summary.md")
  }

  private func call(
    _ words: [String], workspace: String = BuiltProgram.repository,
    variables: [String: String] = ["GITHUB_ACTIONS": "true"]
  ) throws -> FinishedCall {
    try BuiltProgram.run(
      words + ["--reproducible", "--junit", folder.path(of: "report.xml")],
      variables: variables.merging([
        "GITHUB_STEP_SUMMARY": folder.path(of: "summary.md"), "GITHUB_WORKSPACE": workspace,
      ]) { one, _ in one })
  }

  private func annotations(_ call: FinishedCall) -> [Substring] {
    call.errors.split(separator: "\n").filter { line in line.hasPrefix("::error ") }
  }

  @Test("has annotations and a summary without being asked for them")
  func whole() throws {
    let call = try call(words + ["--subject", "proposal"])
    #expect(call.exitCode == 1)
    let lines = annotations(call)
    #expect(lines.count == 10)
    let file = "::error file=Scenarios/websocket/cancellation/"
    #expect(lines.allSatisfy { line in line.hasPrefix(file) })
    #expect(lines[0].contains("title=websocket.messages.cancellation / "))
    #expect(lines[0].contains("%0Aagain: swift run sluice run Scenarios/websocket/cancellation/"))
    #expect(!call.output.contains("::error"))
    let summary = try folder.read("summary.md")
    #expect(summary.hasPrefix("### sluice: ") && summary.contains("\n<details><summary>"))
    // The next step of the job adds to it.
    _ = try self.call(words + ["--subject", "reference"])
    let both = try folder.read("summary.md")
    #expect(both.hasPrefix(summary) && both.contains("subject reference"))
  }

  @Test("names files as they lie in the repository, where they do")
  func places() throws {
    let words = words + ["--subject", "proposal"]
    let above = URL(filePath: BuiltProgram.repository).deletingLastPathComponent()
    let name = URL(filePath: BuiltProgram.repository).lastPathComponent
    let below = try call(words, workspace: above.path(percentEncoded: false))
    #expect(
      annotations(below).allSatisfy { line in
        line.hasPrefix("::error file=\(name)/Scenarios/websocket/")
      })
    let elsewhere = try call(words, workspace: folder.path)
    #expect(annotations(elsewhere).count == 10)
    #expect(annotations(elsewhere).allSatisfy { line in line.hasPrefix("::error title=") })
  }

  @Test("says nothing of a shard, unless it is asked to, and of what merges them")
  func shards() throws {
    let words = words + ["--subject", "proposal"]
    var files: [String] = []
    for number in 1...2 {
      let file = folder.path(of: "\(number).json")
      let shard = try call(words + ["--shard", "\(number)/2", "--report", "json=\(file)"])
      #expect(shard.exitCode == 1 && annotations(shard).isEmpty)
      files.append(file)
    }
    #expect(try folder.read("summary.md") == "")
    let asked = try call(words + ["--shard", "1/2", "--report", "github"])
    #expect(annotations(asked).count == 10)
    let whole = try call(words)
    let one = try folder.read("summary.md")
    let merged = try BuiltProgram.run(
      ["merge"] + files + ["--junit", folder.path(of: "merged.xml")],
      variables: [
        "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path(of: "summary.md"),
        "GITHUB_WORKSPACE": BuiltProgram.repository,
      ])
    #expect(merged.exitCode == 1)
    #expect(annotations(merged) == annotations(whole))
    let text = try #require(one.components(separatedBy: "\n\n### ").last)
    #expect(try folder.read("summary.md").hasSuffix("\n\n### \(text)"))
  }

  @Test("is told nothing elsewhere, and all the same where that is asked for")
  func elsewhere() throws {
    let words = words + ["--subject", "proposal"]
    for variables in [[:], ["GITHUB_ACTIONS": "false"]] {
      let call = try call(words, variables: variables)
      #expect(annotations(call).isEmpty)
    }
    #expect(try folder.read("summary.md") == "")
    let call = try call(words + ["--report", "github", "--format", "json"], variables: [:])
    #expect(annotations(call).count == 10)
    #expect(call.output.split(separator: "\n").allSatisfy { line in line.hasPrefix("{\"event\"") })
  }

  @Test("whose summary can't be written is an error of the set-up, before anything is run")
  func unwritable() throws {
    let asked = try call(
      words + ["--report", "github"],
      variables: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "/nowhere/summary"])
    #expect(asked.exitCode == 2 && asked.output == "")
    #expect(asked.errors.contains("can't write '/nowhere/summary': no such file or directory"))
    let folder = try call(
      words, variables: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path])
    #expect(folder.exitCode == 2 && folder.output == "")
  }

  @Test("has its summary written where no file is yet", arguments: [[], ["--report", "github"]])
  func fresh(_ asked: [String]) throws {
    let path = folder.path(of: "fresh.md")
    let call = try call(
      words + asked, variables: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": path])
    #expect(call.exitCode == 0 && call.errors == "", "\(call.errors)")
    #expect(try folder.read("fresh.md").hasPrefix("### sluice: "))
  }

  @Test("has a variable without which a call for its report is refused", arguments: [nil, ""])
  func noVariable(_ value: String?) throws {
    let variables = value.map { value in ["GITHUB_STEP_SUMMARY": value] } ?? [:]
    for words in [words, ["merge", "one.json"]] {
      let call = try BuiltProgram.run(words + ["--report", "github"], variables: variables)
      #expect(call.exitCode == 64 && call.output == "")
      #expect(
        call.errors.hasPrefix(
          """
          sluice: the report github needs GITHUB_STEP_SUMMARY, which a step of GitHub's has; \
          set it to a file, or write the summary to one by '--report github=FILE'

          """), "\(call.errors)")
    }
  }

  @Test("which has no summary, as in a container that has the variables alone, is told so")
  func absent() throws {
    let call = try call(
      words, variables: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "/nowhere/summary"])
    #expect(call.exitCode == 0)
    let line =
      "sluice: no summary is written: GITHUB_STEP_SUMMARY is '/nowhere/summary', and there is no "
    #expect(call.errors.hasPrefix(line))
  }
}
