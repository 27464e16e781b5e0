import SluiceReports
import Testing

@Suite("Advice in the output of a case")
struct ReadAdviceTests {
  private static let pieces = ["one\n  and its log", "two\u{1B}[2J, é"].map { body in
    CaseOutcome.Problem(type: "RuleViolation", message: "m", body: body)
  }

  /// A case whose output is read from a report, with the lengths of the accounts.
  private static func read(
    _ output: String, _ change: (Int) -> Int = { length in length }
  ) -> CaseReport {
    var report = SampleCases.passed("advised")
    report.systemOut = output
    report.takeAdvice(
      pieces.map { problem in
        var known = problem
        known.body = ""
        return (known, change(CaseReport.outputLength(of: problem)))
      })
    return report
  }

  private static let accounts = "advice: one\n  and its log\nadvice: two, é"

  @Test("is taken out of it, and what the case wrote stays", arguments: ["", "own\n", "a\nb"])
  func taken(_ own: String) {
    let report = Self.read(own.isEmpty ? Self.accounts : "\(own)\n\(Self.accounts)")
    #expect(report.advice.map(\.body) == ["one\n  and its log", "two, é"])
    #expect(report.systemOut == own)
  }

  @Test("stays there where the output was cut, or the lengths are others")
  func cut() {
    let outputs = [
      "", "advice: one\n… 7 bytes left out …\né", "x\(Self.accounts)", "\(Self.accounts)é",
    ]
    for output in outputs {
      let report = Self.read(output)
      #expect(report.advice.map(\.body) == ["", ""], "\(output)")
      #expect(report.advice.map(\.message) == ["m", "m"])
      #expect(report.systemOut == output)
    }
    let changes: [(Int) -> Int] = [{ -$0 }, { $0 + 1 }, { $0 - 1 }, { _ in .max }, { _ in 0 }]
    for change in changes {
      let report = Self.read(Self.accounts, change)
      #expect(report.systemOut == Self.accounts && report.advice.count == 2)
    }
  }
}
