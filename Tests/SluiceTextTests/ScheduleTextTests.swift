import SluiceText
import Testing

@Suite("Text of a schedule")
struct ScheduleTextTests {
  private static func failure(departures count: Int) -> CaseFailure {
    var failure = CaseFailure(.ruleViolation, "it failed", line: 1, again: "replay")
    let parts = (1...count).map { number in "\(number)@0s:late#\(number)<early#\(number)" }
    failure.schedule = ScheduleAccount(
      "schedule: \(count) departures", text: parts.joined(separator: ";"),
      ScheduleRows(
        seed: 0, departures: (1...count).map { number in ["0ms", "[a, b]", "b#\(number)"] }))
    return failure
  }

  private static func lines(_ failure: CaseFailure, isWhole: Bool = false) -> [String] {
    failure.text(CaseFailure.TextStyle(isWhole: isWhole, tellsOfLeftOut: true))
      .rendered(columns: nil)
  }

  @Test("has the first departures of a long one on a terminal, and the number of the others")
  func cut() {
    let lines = Self.lines(Self.failure(departures: 40))
    let rows = (1...8).map { number in "    | 0ms | [a, b] | b#\(number) |" }
    #expect(
      lines == [
        "it failed", "schedule: 40 departures", "  schedule", "    | at  | ready  | run |",
      ] + rows + ["    … 32 departures left out", "all entries: replay --log", "again: replay"])
  }

  @Test("has each departure in reports, where all is asked for, and where it is short")
  func whole() {
    let long = Self.failure(departures: 40)
    #expect(long.text().rendered(columns: nil).count == 45)
    #expect(Self.lines(long, isWhole: true).count == 45)
    let short = Self.failure(departures: 12)
    #expect(Self.lines(short) == short.text().rendered(columns: nil))
  }
}
