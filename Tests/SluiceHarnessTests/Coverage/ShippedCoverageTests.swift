import SluiceHarness
import Testing

@Suite("Coverage of a shipped product")
struct ProductCoverageTests {
  /// One product whose stream can fail and end; the campaign asks for all of them.
  @Test("leaves no pair empty")
  func complete() throws {
    let call = MemoryCall(
      [
        "coverage", "--isolation", "none", "--filter", "tag:race", "--fail-on-empty", "--format",
        "json", "Scenarios/storage",
      ], in: BuiltProgram.repository)
    #expect(call.exitCode == .success, "\(call.errors)")
    let stream = try #require(try CoveredStream.all(in: call.output).first)
    #expect(stream.empty == [] && stream.neverInside == [] && stream.interruptions.isEmpty)
    #expect(stream.pairs.allSatisfy { pair in pair.isPossible && pair.cases > 0 })
    #expect(stream.insides.count { inside in inside.isCertain && inside.cases > 0 } == 10)
  }
}

@Suite("Coverage of the shipped scenarios", .campaign)
struct CoverageCampaign {
  @Test("leaves no pair empty that can race, for no stream")
  func complete() throws {
    let call = try BuiltProgram.run([
      "coverage", "--filter", "tag:race", "--fail-on-empty", "--format", "json",
    ])
    #expect(call.exitCode == 0, "\(call.errors)")
    let streams = try CoveredStream.all(in: call.output)
    #expect(streams.count == 18)
    for stream in streams {
      #expect(stream.empty == [], "\(stream.stream)")
      #expect(stream.neverInside == [], "\(stream.stream)")
      #expect(stream.interruptions.isEmpty, "\(stream.stream)")
    }
  }
}
