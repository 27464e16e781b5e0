/// How far a run has come: a bar that is drawn again in place, or a counter now and then.
///
/// It moves by counts alone. No clock is read, so equal runs show equal text.
struct ProgressLine {
  private static let barWidth = 20

  private let plannedCases: Int?
  private let isTerminal: Bool
  private var isDrawn = false

  init(plannedCases: Int?, isTerminal: Bool) {
    self.plannedCases = plannedCases
    self.isTerminal = isTerminal
  }

  /// The text after a case that needs no words.
  mutating func advance(to totals: ReportTotals) -> String {
    totals.cases % stride == 0 || totals.cases == plannedCases ? draw(totals) : ""
  }

  /// Takes the bar away, so that other text can stand in its line.
  mutating func erase() -> String {
    guard isDrawn else { return "" }
    isDrawn = false
    return "\r\u{1B}[K"
  }

  /// Puts the bar back after other text; a counter waits for its turn.
  mutating func redraw(_ totals: ReportTotals) -> String {
    isTerminal ? draw(totals) : advance(to: totals)
  }

  /// How many cases pass between two drawings: a terminal follows two hundred, a log shows ten.
  private var stride: Int {
    guard let plannedCases else { return isTerminal ? 10 : 100 }
    return isTerminal ? max(1, plannedCases / 200) : max(10, (plannedCases + 9) / 10)
  }

  private mutating func draw(_ totals: ReportTotals) -> String {
    let planned = plannedCases.map { "/\($0)" } ?? ""
    let counts =
      "\(totals.cases)\(planned) cases, \(totals.failures) failed, \(totals.countedErrors)"
    guard isTerminal else { return counts + "\n" }
    isDrawn = true
    return "\r\u{1B}[K\(bar(totals))\(counts)"
  }

  private func bar(_ totals: ReportTotals) -> String {
    guard let plannedCases, plannedCases > 0 else { return "" }
    let filled = Self.barWidth * min(totals.cases, plannedCases) / plannedCases
    return "[" + String(repeating: "=", count: filled)
      + String(repeating: " ", count: Self.barWidth - filled) + "] "
  }
}
