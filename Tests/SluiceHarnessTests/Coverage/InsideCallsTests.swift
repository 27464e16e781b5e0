import SluiceConformance
import SluiceHarness
import SluiceRunner
import Testing

@Suite("Coverage of calls")
struct InsideCallsTests {
  @Test("counts what comes inside an add or a remove that is made for the same consumer")
  func insides() throws {
    let inside = try CoverageTests.root(
      "@0ms  during add(S) listener.send(1)", "S = listener.values() lenient",
      "@10ms during remove(S) listener.send(2)", "cancel S")
    #expect(
      try CoverageTests.covered(inside).cameInside == [
        "value in first add 1", "value in first remove 1",
      ])
    let beside = try CoverageTests.root(
      "@0ms  T = listener.values() lenient held", "expect T added",
      "during add(S) cancel T", "S = listener.values() lenient", "listener.send(1)",
      "@10ms cancel S", "listener.send(2)")
    #expect(try CoverageTests.covered(beside).cameInside == [])
  }

  @Test("counts what falls into a call under one schedule alone")
  func insidesOfRaces() throws {
    let root = try CoverageTests.root("@0ms  S = listener.values() lenient", "race cancel S")
    #expect(try CoverageTests.covered(root).cameInside == ["cancel in first add 1"])
    #expect(try CoverageTests.covered(root, ["--schedules", "0"]).cameInside == [])
  }

  @Test("tells the first and the last call of several listeners apart, and leaves out the others")
  func insidesOfSeveral() throws {
    let root = try TemporaryFolder()
    func covered(_ call: String) throws -> [String] {
      try root.write(
        """
        format 1

        scenario "a case"
          given
            database.script()
          timeline
            @0ms  during \(call) cancel S
                  S = database.events(/scores) lenient
                  expect S removed

        """, to: "Scenarios/database/cancellation/small.scenario")
      let call = MemoryCall(
        [
          "coverage", "--isolation", "none", "--format", "json", "Scenarios/database/cancellation",
        ], in: root.path)
      #expect(call.exitCode == .success, "\(call.errors)")
      return try #require(try CoveredStream.all(in: call.output).first).cameInside
    }
    #expect(try covered("add(S)") == ["cancel in first add 1"])
    #expect(try covered("add(S, 2)") == [])
    #expect(try covered("add(S, 4)") == ["cancel in last add 1"])
    #expect(try covered("add(S, last)") == ["cancel in last add 1"])
  }

  @Test("knows what need not come inside a call, however a stream is written")
  func certain() throws {
    func certain(_ change: (inout Traits) -> Void) -> [String] {
      StimulusInside.certain(of: Stimulus.allCases, with: Traits().with(change))
        .map { inside in "\(inside.stimulus.rawValue)/\(inside.call.rawValue)" }
    }
    #expect(
      certain { _ in } == [
        "value/first add", "error/first add", "end/first add", "cancel/first add",
        "value/first remove", "error/first remove", "end/first remove", "cancel/first remove",
      ])
    #expect(
      certain { traits in traits.listeners = 2 } == [
        "cancel/first add", "value/last add", "error/last add", "end/last add", "cancel/last add",
        "value/first remove", "error/first remove", "end/first remove", "cancel/first remove",
        "cancel/last remove",
      ])
    #expect(!certain { traits in traits.source = .socket }.contains("value/first add"))
    #expect(!certain { traits in traits.source = .publisher }.contains("value/first add"))
    #expect(!certain { traits in traits.sourceLacks = [.finish] }.contains("end/first remove"))
  }
}
