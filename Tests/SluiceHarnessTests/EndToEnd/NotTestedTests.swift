import FakeListener
import Foundation
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceReports
import SluiceRunner
import SluiceSpies
import Synchronization
import Testing

/// Streams whose gates leave different parts untested.
private enum PartlyTested: String, CaseIterable, CustomTestStringConvertible {
  /// Over a source of values alone.
  case values
  /// Over a source that also fails.
  case failing
  /// Over a source that can do everything, read by several consumers.
  case shared

  var testDescription: String { rawValue }

  var subject: Subject {
    switch self {
    case .values:
      Subject(
        rawValue, over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
        traits: .asyncStream
      ) { source in
        AsyncStream<Int> { continuation in
          let over = Over()
          let handle = source.addValueListener { value in
            if !over.isRaised { continuation.yield(value) }
          }
          continuation.onTermination = { _ in
            over.raise()
            handle.remove()
          }
        }
      }
    case .failing, .shared:
      Subject(rawValue, over: .listener(Int.self), traits: .asyncThrowingStream) { source in
        AsyncThrowingStream<Int, any Error> { continuation in
          let over = Over()
          let handle = source.addListener(
            .value(
              { value in if !over.isRaised { continuation.yield(value) } },
              onFailure: { error in continuation.finish(throwing: error) },
              onFinish: { continuation.finish() }))
          continuation.onTermination = { _ in
            over.raise()
            handle.remove()
          }
        }
      }
    }
  }

  /// A gate with this stream, called in an empty package.
  func call(_ words: [String], in folder: TemporaryFolder) -> MemoryCall {
    MemoryCall(words, of: Harness(name: "gate", subjects: [subject]), in: folder.path)
  }
}

/// Whether a stream is over.
private final class Over: Sendable {
  private let state = Mutex(false)
  var isRaised: Bool { state.withLock { isRaised in isRaised } }
  func raise() { state.withLock { isRaised in isRaised = true } }
}

@Suite("Parts of a run that were not tested", .startsPrograms)
struct UntestedPartsTests {
  fileprivate static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("// swift-tools-version: 6.2\n", to: "Package.swift")
    return folder
  }

  @Test("are told in sentences, as many as a count by hand gives")
  func sentences() throws {
    let root = try SmallScenarios.root()
    let file = SmallScenarios.file.replacing(
      "  tags cancel\n", with: "  tags cancel\n  requires registration.access\n")
    try root.write(file, to: SmallScenarios.path)
    let call = MemoryCall(["run", "--isolation", "none", "--schedules", "0"], in: root.path)
    let told = call.output.split(separator: "\n").map(String.init)
      .drop { line in line != "not tested" }.dropFirst()
    // Of three cases one requires the trait, and the others have more orders than one.
    #expect(
      told.prefix(2) == [
        "  1 of 3 cases, inapplicable: 'reference' does not declare registration.access",
        "  2 of 2 cases, not under every schedule: more by --schedules all",
      ])
    #expect(told.dropFirst(2).first?.hasSuffix("--verbose names each") == true)
  }

  @Test("are listed with their reasons, as many as the run leaves out")
  func listed() throws {
    let folder = try Self.folder()
    let list = PartlyTested.values.call(["list", "--left-out"], in: folder)
    #expect(list.exitCode == .success)
    let run = PartlyTested.values.call(
      ["run", "--isolation", "none", "--schedules", "0"], in: folder)
    let last = try #require(run.output.split(separator: "\n").last)
    let skipped = try #require(last.split(separator: " ").dropLast().last.flatMap { Int($0) })
    let lines = list.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { line in line.hasPrefix("  listener/") }.count == skipped)
    #expect(lines.last?.hasPrefix("\(skipped) of ") == true)
    #expect(lines.last?.hasSuffix(" cases left out") == true)
    #expect(list.output.contains("the source of 'values' never calls back with an error: "))
    let objects = PartlyTested.values.call(["list", "--left-out", "--format", "json"], in: folder)
    #expect(objects.output.split(separator: "\n").count == skipped)
    #expect(objects.output.split(separator: "\n").allSatisfy { $0.contains(#""skip":"#) })
    let both = PartlyTested.values.call(["list", "--left-out", "--streams"], in: folder)
    #expect(both.exitCode == .usage)
  }

  @Test("are none where every case is played, and then the list says so")
  func none() throws {
    let root = try SmallScenarios.root()
    let list = MemoryCall(["list", "--left-out"], in: root.path)
    #expect(list.output == "0 of 3 cases left out\n")
    let part = MemoryCall(["run", "--filter", "tag:cancel", "--isolation", "none"], in: root.path)
    #expect(!part.output.contains("not tested"))
  }
}

@Suite("Parts of runs of all scenarios that were not tested", .campaign)
struct UntestedPartsCampaign {
  /// The end of a run as `--format json` reports it.
  private struct Summary: Decodable {
    struct Part: Decodable, Hashable {
      var reason: String
      var cases: Int
    }
    struct Rule: Decodable {
      var id: String
    }
    var applicableRules: [Rule]
    var leftOut: [Part]
    var sampledCases: Int
  }

  @Test(
    "are as many as a count of the report's cases and of a journal's verdicts gives",
    arguments: PartlyTested.allCases)
  fileprivate func counted(_ stream: PartlyTested) throws {
    let folder = try UntestedPartsTests.folder()
    let call = stream.call(
      [
        "run", "--isolation", "none", "--schedules", "1", "--format", "json", "--junit", "r.xml",
        "--report", "json=r.json",
      ], in: folder)
    let line = try #require(call.output.split(separator: "\n").last)
    let summary = try JSONDecoder().decode(Summary.self, from: Data(line.utf8))

    // Cases and schedules, from the JUnit report.
    var reasons: [String: Int] = [:]
    var sampled = 0
    let report = try Data(contentsOf: URL(filePath: folder.path(of: "r.xml")))
    let facts = try JUnitReader.read(report) { testcase in
      switch testcase.outcome {
      case .skipped(let reason): reasons[reason, default: 0] += 1
      case .passed:
        let isWhole = testcase.properties.contains { property in
          property.name == "sluice.schedules.complete" && property.value == "true"
        }
        if !isWhole { sampled += 1 }
      case .failure, .error: break
      }
    }
    let told = summary.leftOut.map { part in (part.reason, part.cases) }
    #expect(Dictionary(uniqueKeysWithValues: told) == reasons)
    #expect(summary.leftOut.map(\.cases) == reasons.values.sorted(by: >))
    #expect(summary.sampledCases == sampled)
    #expect(facts.properties["sluice.left-out"] == "\(reasons.values.reduce(0, +))")
    #expect(facts.properties["sluice.sampled"] == (sampled > 0 ? "\(sampled)" : nil))

    // Rules, from the verdicts of the journal.
    var exercised: Set<String> = []
    var applicable: Set<String> = []
    let all = Set(Rule.catalogue.map { rule in rule.id })
    let journal = try String(
      contentsOf: URL(filePath: folder.path(of: "r.json")), encoding: .utf8)
    var rules = RepeatedRules()
    for (index, text) in journal.split(separator: "\n").enumerated()
    where text.contains(#""event":"case""#) {
      let line = try JSONDecoder().decode(RunJournal.Line.self, from: Data(text.utf8))
      let restored = rules.restored(line, at: index + 1)
      let result = try #require(restored).result
      if result.rules.isEmpty { continue }
      let said = Set(result.rules.filter { rule in rule.verdict == .inapplicable }.map(\.rule))
      exercised.formUnion(result.rules.map(\.rule).filter { rule in !said.contains(rule) })
      applicable.formUnion(all.subtracting(said))
    }
    let expected = applicable.subtracting(exercised).subtracting([
      Rule.optionsForwarded.id, Rule.appDeletionEnds.id,
    ])
    #expect(Set(summary.applicableRules.map(\.id)) == expected)
    #expect(
      facts.properties["sluice.not-exercised"]
        == (expected.isEmpty ? nil : expected.sorted().joined(separator: " ")))
  }
}
