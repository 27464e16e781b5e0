import Foundation
import ShippedGate
import SluiceHarness
import SluiceScenarios
import Testing

@Suite("List of cases", .startsPrograms)
struct ListTests {
  private struct Listed: Decodable {
    var id: String
    var suite: String
    var file: String
    var line: Int
    var tags: [String]
    var rules: [String]
    var skip: String?
  }

  @Test("has one id a line, in the order in which they run")
  func human() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(["list"], in: root.path)
    #expect(call.exitCode == .success)
    #expect(
      call.output == """
        \(SmallScenarios.stem)/a value arrives
        \(SmallScenarios.stem)/a waiting consumer is cancelled
        \(SmallScenarios.stem)/the source ends

        """)
    let filtered = MemoryCall(["list", "--filter", "tag:cancel"], in: root.path)
    #expect(filtered.output == "\(SmallScenarios.stem)/a waiting consumer is cancelled\n")
  }

  @Test("has one object a line for programs")
  func json() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(["list", "--format", "json"], in: root.path)
    let cases = try call.output.split(separator: "\n").map { line in
      try JSONDecoder().decode(Listed.self, from: Data(line.utf8))
    }
    #expect(cases.map { one in one.line } == [3, 13, 24])
    #expect(cases.allSatisfy { one in one.file == SmallScenarios.path })
    #expect(cases.allSatisfy { one in one.suite == "listener.values.cancellation" })
    #expect(cases.map { one in one.tags } == [["plain"], ["cancel"], ["plain"]])
  }

  @Test("of this repository is the same whichever way the folders are named")
  func paths() throws {
    let all = MemoryCall(["list"], in: BuiltProgram.repository).output
    let named = MemoryCall(
      ["list", "Scenarios", "./Scenarios/listener"], in: BuiltProgram.repository)
    #expect(named.output == all)
    let below = MemoryCall(["list", ".."], in: "\(BuiltProgram.repository)/Scenarios/listener")
    #expect(below.output == all)
  }

  @Test("says which cases a subject can't be asked for, and why")
  func skipped() throws {
    let root = try SmallScenarios.root()
    let file = SmallScenarios.file.replacing(
      "  tags cancel\n", with: "  tags cancel\n  requires registration.access\n")
    try root.write(file, to: SmallScenarios.path)
    let call = MemoryCall(["list"], in: root.path)
    #expect(
      call.output.contains(
        "(skipped: inapplicable: 'reference' does not declare registration.access)\n"))
    let other = MemoryCall(["list", "--subject", "proposal"], in: root.path)
    #expect(!other.output.contains("skipped"))
  }
}

@Suite("List of streams", .startsPrograms)
struct StreamListTests {
  private struct Listed: Decodable {
    var stream: String
    var module: String?
    var subjects: [String]
    var cases: [String: Int]
  }

  private static func listed() throws -> [Listed] {
    let call = MemoryCall(["list", "--streams", "--format", "json"], in: BuiltProgram.repository)
    #expect(call.exitCode == .success)
    return try call.output.split(separator: "\n").map { line in
      try JSONDecoder().decode(Listed.self, from: Data(line.utf8))
    }
  }

  @Test("has the module, three subjects at least, and three cases at least in each layer")
  func full() throws {
    let streams = try Self.listed()
    #expect(
      Set(streams.map { one in one.stream })
        == Set(ShippedGate.harness.registry.streams.map { stream in stream.name }))
    for stream in streams {
      // What publishers stand for is no product's.
      let isFaked = stream.module?.hasPrefix("Fake") == true || stream.module == "DemandStreams"
      #expect(isFaked, "\(stream.stream)")
      #expect(Set(["reference", "standard", "proposal"]).isSubset(of: stream.subjects))
      for layer in ["unit", "integration", "cancellation"] {
        #expect(stream.cases[layer] ?? 0 >= 3, "\(stream.stream) \(layer)")
      }
    }
  }

  @Test("has one line each in columns, and the faulty subjects as a number")
  func table() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(["list", "--streams"], in: root.path)
    let lines = call.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first?.split(separator: " ").map(String.init)
        == ["stream", "module", "unit", "integration", "cancellation", "subjects"])
    let listener = try #require(lines.first { line in line.hasPrefix("listener.values ") })
    let columns = listener.split(separator: " ").map(String.init)
    #expect(columns.prefix(5) == ["listener.values", "FakeListener", "0", "0", "3"])
    let right = "reference, reference-draining, round-trip, standard, proposal, vendor, right-"
    #expect(listener.contains("  \(right)"))
    #expect(listener.hasSuffix(" faulty"))
  }

  @Test("counts the selected cases alone")
  func filtered() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(["list", "--streams", "--filter", "tag:cancel"], in: root.path)
    let listener = try #require(
      call.output.split(separator: "\n").first { line in line.hasPrefix("listener.values ") })
    #expect(listener.split(separator: " ").prefix(5).last == "1")
  }
}
