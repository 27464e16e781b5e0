import SluiceReports
import SluiceSimulation

/// Cases that no reader of reports likes.
enum HostileCases {
  /// Cases whose texts are random mixtures of what readers stumble over.
  static let all: [CaseReport] = {
    var random = SplitMix64(seed: 7)
    let pieces = [
      "<", "&", "\"", "]]>", "\u{1B}[31m", "\u{1B}", "[0m", "[31", ";1m", "\u{0}", "\u{FFFF}",
      "\r\n", "\t", "\u{301}", "e", " ", "\u{2028}", "é", "👩‍👩‍👧", "<![CDATA[", "<!DOCTYPE",
      "&#0;", "\\u{1B}",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...30, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
    }
    return (0..<300).map { number in
      let problem = CaseOutcome.Problem(type: "T\(text())", message: text(), body: text())
      let outcomes: [CaseOutcome] = [
        .passed, .failure(problem), .error(problem), .skipped(message: text()),
      ]
      return CaseReport(
        suite: "s\(number % 5)", classname: "c\(text())", name: "\(text())\(number)", id: text(),
        place: SourcePlace(file: "f\(text())", line: 1 + number), assertions: number,
        properties: [ReportProperty(name: "p\(text())", value: text())],
        outcome: outcomes[number % 4], systemOut: text())
    }
  }()
}
