import ShippedGate
import Testing

/// Makes a part of the calls that the campaign of mutated calls makes.
@Suite("Mutated inputs of calls", .startsPrograms)
struct MutatedCallsTests {
  private static let count = 600

  @Test("trap nowhere, end with the codes that are told, and give the same twice")
  func sound() throws {
    let mutations = CallMutations(seed: 1)
    var summaries: Set<String> = []
    for _ in 0..<2 {
      let folder = try TemporaryFolder()
      var reading = try CallReading(in: folder.path, with: ShippedGate.harness)
      for number in 0..<Self.count {
        if let problem = try reading.problem(with: mutations.mutant(number)) {
          Issue.record("call \(number): \(problem)")
        }
      }
      summaries.insert(reading.summary)
    }
    #expect(summaries.count == 1, "\(summaries)")
    let summary = try #require(summaries.first)
    // Mutants that are all refused, or none, would test half of what there is.
    for kind in MutatedCall.Kind.allCases {
      let counts = summary.split(separator: "; ").first { part in
        part.hasPrefix("\(kind.rawValue): ")
      }
      #expect(counts?.contains(" ended with 0,") == true, "\(summary)")
      #expect(counts?.hasSuffix(" ended with 64") == true, "\(summary)")
    }
  }

  @Test("that end otherwise than told are problems")
  func unsound() throws {
    let folder = try TemporaryFolder()
    var reading = try CallReading(in: folder.path, with: ShippedGate.harness)
    // A list whose case does not exist is an error of the run, and no selection of none.
    let call = MutatedCall(kind: .list, words: ["list", "--filter", "tag:none"])
    #expect(try reading.problem(with: call)?.hasPrefix("an unexpected exit code; ") == true)
    let other = MutatedCall(
      kind: .filter, words: ["run", "--isolation", "none", "--junit", "out.xml"])
    #expect(try reading.problem(with: other) == nil)
    #expect(reading.problems == 1)
  }
}
