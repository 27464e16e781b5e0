import ShippedGate
import SluiceRunner
import SluiceText
import Testing

/// Reads a part of the lines that the campaign of mutated records reads.
@Suite("Mutated lines between run and worker")
struct MutatedLinesTests {
  private static let count = 3_000

  /// A result of each outcome; the one that passed has an answer of either form.
  private static func results() throws -> [CaseResult] {
    let failed = try RecordSamples.result()
    let outcomes: [CaseResult.Outcome] = [
      .errored(RecordSamples.failure), .skipped("no such ability"),
    ]
    var passed = CaseResult(id: failed.id, outcome: .passed)
    passed.rules = [
      RuleResult(rule: "delivery.order", verdict: .held),
      RuleResult(rule: "errors.once", verdict: .inapplicable, reason: "it never fails"),
    ]
    (passed.assertions, passed.steps, passed.schedules.tried) = (3, 5, 64)
    return try [failed, passed]
      + outcomes.map { outcome in
        var result = try RecordSamples.result()
        result.outcome = outcome
        return result
      }
  }

  @Test("are read or refused, none traps, and none of a red case is read as a green one")
  func sound() throws {
    let mutations = try LineMutations(of: Self.results(), seed: 1)
    var reading = LineReading()
    for number in 0..<Self.count {
      if let problem = reading.problem(with: mutations.mutant(number)) {
        Issue.record("mutant \(number): \(problem)")
      }
    }
    #expect(reading.lost == 0, "\(reading.summary)")
    // Most keep their form, so that what stands in them is looked at.
    #expect(reading.refused.asLine + reading.refused.asForm < Self.count / 2, "\(reading.summary)")
    #expect(reading.read > Self.count / 5, "\(reading.summary)")
    #expect(reading.refused.asContent > Self.count / 5, "\(reading.summary)")
    #expect(reading.red > Self.count / 7, "\(reading.summary)")
  }

  @Test("are not read as those of a case that passed where there is a failure")
  func kinds() throws {
    for kind in ["passed", "skipped"] {
      let line = try CaseLine.encode(WorkerAnswer.result(RecordSamples.result()))
        .replacing(#""kind":"failed""#, with: #""kind":"\#(kind)","reason":"why""#)
      let error = #expect(throws: CaseLineError.self) {
        try CaseResult(answer: line, of: RecordSamples.result().id)
      }
      #expect(
        error?.description.contains("a case that \(kind) has no failure") == true,
        "\(error?.description ?? "")")
    }
  }
}
