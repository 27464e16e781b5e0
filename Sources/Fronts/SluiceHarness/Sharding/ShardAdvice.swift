import SluiceReports

/// The advice on the cases of a shard, as properties of its JUnit report.
///
/// The report has the accounts of the pieces in the output of the case. A merge reports the pieces
/// as a run does, so it needs properties, too: the kind of each piece, which comes first, then its
/// rule, message, line and length.
enum ShardAdvice {
  private static let kind = "sluice.advice.kind"
  private static let rule = "sluice.advice.rule"
  private static let message = "sluice.advice.message"
  private static let line = "sluice.advice.line"
  private static let length = "sluice.advice.length"
  private static let names: Set<String> = [kind, rule, message, line, length]

  /// The properties of the advice on a case.
  static func properties(of report: CaseReport) -> [ReportProperty] {
    report.advice.flatMap { problem in
      [
        (kind, problem.type), (rule, problem.rule), (message, problem.message),
        (line, problem.place?.line.map { line in "\(line)" }),
        (length, "\(CaseReport.outputLength(of: problem))"),
      ].compactMap { name, value in value.map { value in ReportProperty(name: name, value: value) }
      }
    }
  }

  /// A case with the advice that its properties describe, and without those.
  static func read(_ report: CaseReport) -> CaseReport {
    var pieces: [(problem: CaseOutcome.Problem, length: Int)] = []
    for property in report.properties where names.contains(property.name) {
      if property.name == kind {
        pieces.append((CaseOutcome.Problem(type: property.value, message: ""), length: 0))
      }
      // A property without a kind before it is of no piece.
      guard let last = pieces.indices.last else { continue }
      switch property.name {
      case rule: pieces[last].problem.rule = property.value
      case message: pieces[last].problem.message = property.value
      case line:
        pieces[last].problem.place = report.place.map { place in
          SourcePlace(file: place.file, line: Int(property.value))
        }
      case length: pieces[last].length = Int(property.value) ?? 0
      default: break
      }
    }
    guard !pieces.isEmpty else { return report }
    var report = report
    report.properties.removeAll { property in names.contains(property.name) }
    report.takeAdvice(pieces)
    return report
  }
}
