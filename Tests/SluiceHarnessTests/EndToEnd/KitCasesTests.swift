import Foundation
import SluiceHarness
import Testing

@Suite("The kit's own cases", .startsPrograms)
struct KitCasesTests {
  private static let operand = "sluice:/Scenarios/listener/cancellation/waiting.scenario"

  /// Every command that selects cases, as somebody calls it who means a stream of their own.
  private static let calls = [
    ["run"], ["run", "--filter", "tag:smoke"], ["run", "listener/*"], ["run", "--rerun-failed"],
    ["explore"], ["replay", "--schedule", "canonical"], ["list"], ["check"], ["coverage"],
    ["traits", "reference"], ["stress"],
  ]

  @Test("are not selected from a place without scenarios, by any command", arguments: calls)
  func refused(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    let call = MemoryCall(words, in: folder.path)
    #expect(call.exitCode == .usage)
    #expect(call.output == "")
    #expect(call.errors.contains("there is no folder 'Scenarios'"), "\(call.errors)")
    #expect(call.errors.contains("swift run gate run"))
    #expect(call.errors.contains("sluice run sluice:/Scenarios"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Package.swift"])
  }

  @Test("are run from any place that names them, and the report is written there")
  func named() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("within")
    try folder.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    let call = try BuiltProgram.run(
      ["run", Self.operand, "--schedules", "0"], in: folder.path(of: "within"))
    #expect(call.exitCode == 0, "\(call.errors)")
    #expect(!call.output.contains(" 0 passed"))
    let report = try folder.read("Reports/junit.xml")
    #expect(report.contains("file=\"\(Self.operand)\""))
    let red = try BuiltProgram.run(
      [
        "run", Self.operand, "--schedules", "0", "--subject", "faulty-forgets-remove-on-cancel",
        "--filter", "tag:smoke", "--isolation", "none",
      ], in: folder.path)
    #expect(red.exitCode == 1)
    #expect(red.output.contains("sluice run \(Self.operand) --subject"), "\(red.output)")
  }

  @Test(
    "are selected by each command that names them",
    arguments: [
      ["explore", "--runs", "2", "--isolation", "none"], ["list"], ["check"],
      ["coverage", "--isolation", "none", "--schedules", "0"],
      ["traits", "reference", "--schedules", "0"],
    ])
  func selected(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let call = MemoryCall(words + [Self.operand], in: folder.path)
    #expect(call.exitCode == .success, "\(call.errors)")
  }

  @Test("are those of the folder inside the kit, and are shown so")
  func inside() throws {
    let folder = "\(BuiltProgram.repository)/Sources/Fronts/Sluice"
    let call = MemoryCall(["list", "--format", "json", "--filter", "tag:smoke"], in: folder)
    #expect(call.exitCode == .success)
    #expect(call.output.contains("\"Scenarios/listener/"))
    #expect(!call.output.contains("sluice:/"))
    let marked = MemoryCall(["list", "--format", "json", Self.operand], in: folder)
    #expect(marked.exitCode == .success, "\(marked.errors)")
    #expect(marked.output.contains(Self.operand))
  }

  @Test("have their own list of rules that need not be exercised")
  func unexercised() throws {
    let folder = try TemporaryFolder()
    let call = MemoryCall(
      ["run", Self.operand, "--schedules", "0", "--isolation", "none", "--format", "json"],
      in: folder.path)
    #expect(call.exitCode == .success, "\(call.errors)")
    let list = try String(
      contentsOfFile: "\(BuiltProgram.repository)/Scenarios/not-exercised.txt", encoding: .utf8)
    let entry = try #require(
      list.split(separator: "\n").first { line in !line.hasPrefix("#") && line.contains(".") })
    let words = entry.split(separator: " ", maxSplits: 1)
    let reason = try #require(words.last)
    #expect(call.output.contains("\(reason.prefix(30))"), "\(entry)")
  }
}
