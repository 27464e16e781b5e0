import SluiceConformance
package import SluiceRunner
package import SluiceText

/// What a self-test has seen: by stream and by rule, with everything that should be otherwise.
package struct SelfTestMatrix {
  /// How many cases have to show what is expected of a rule or a fatal stream: one is luck.
  package static let fewestCases = 3
  /// How many streams, written in different ways, have to break each rule.
  package static let fewestStreams = 2

  /// What is known of one stream.
  package struct Row {
    /// The stream.
    package let entry: SelfTestEntry
    /// The verdicts of its cases.
    package var verdicts: [CaseVerdict] = []
    /// The verdicts of random cases.
    package var randomVerdicts: [CaseVerdict] = []
    /// The texts of the random cases that failed, by their ids.
    package var randomTexts: [String: String] = [:]

    /// The row of a stream that was not played yet.
    package init(entry: SelfTestEntry) {
      self.entry = entry
    }

    /// The cases that show what is expected.
    var showing: [CaseVerdict] { verdicts.filter(entry.isShown) }
    /// The verdicts that blame the stream, random ones included.
    var blaming: [CaseVerdict] {
      (verdicts + randomVerdicts).filter { verdict in verdict.kind != nil }
    }
    /// In how many cases, random ones left out, the stream fails by each cause.
    package var causes: [String: Int] {
      verdicts.reduce(into: [:]) { causes, verdict in
        guard verdict.kind != nil else { return }
        causes[SelfTestMatrix.cause(of: verdict), default: 0] += 1
      }
    }
    /// How many cases were played.
    var played: Int { verdicts.count { verdict in verdict.outcome != .skipped } }
    /// How many schedules of how many cases were played.
    var schedules: Int { (verdicts + randomVerdicts).map(\.schedules).reduce(0, +) }
  }

  /// The streams, in the order of the roster.
  let rows: [Row]
  /// The rules that have to be caught, in the catalogue's order.
  let rules: [String]
  /// Why a rule need not be caught by a case, by its id.
  let exempt: [String: String]
  /// The symptoms that the faulty streams have to show; nil where they are not all played as usual.
  let symptoms: Symptoms?

  /// The matrix of some streams and rules.
  package init(
    rows: [Row], rules: [String], exempt: [String: String] = [:], symptoms: Symptoms? = nil
  ) {
    self.rows = rows
    self.rules = rules
    self.exempt = exempt
    self.symptoms = symptoms
  }

  /// The rows of the streams that break a rule as they should.
  func catching(_ rule: String) -> [Row] {
    rows.filter { row in row.entry.rule == rule && !row.showing.isEmpty }
  }

  /// The ids of the cases that show a rule, each once.
  func cases(showing rule: String) -> Set<String> {
    Set(catching(rule).flatMap { row in row.showing.map(\.id) })
  }

  /// Everything that is not as it should be, as sentences.
  package var differences: [String] {
    rows.flatMap(differences(of:)) + rules.flatMap(differences(of:))
      + (symptoms.map(learned.differences(from:)) ?? [])
  }

  /// What the faulty streams teach about symptoms.
  private var learned: SymptomLearning {
    SymptomLearning(from: rows.filter { row in !row.entry.isRight }.lazy.map(\.causes))
  }

  private func differences(of row: Row) -> [String] {
    let name = row.entry.name
    switch row.entry.expectation {
    case .right, .rightInUsualOrder:
      return row.blaming.map { verdict in
        "\(name) is right and blamed by \(SelfTestMatrix.cause(of: verdict)) in '\(verdict.id)' "
          + SelfTestMatrix.schedule(of: verdict)
          + (row.randomTexts[verdict.id].map { text in ":\n\(text)" } ?? "")
      }
    case .breaks(let rule), .races(let rule):
      var differences: [String] = []
      if row.showing.isEmpty {
        differences.append(
          "\(name) is not caught by \(rule) in any of \(row.played) cases"
            + SelfTestMatrix.others(row.blaming))
      }
      if row.entry.isPlayedAtRandom, !row.randomVerdicts.isEmpty,
        row.randomVerdicts.allSatisfy({ verdict in verdict.kind == nil })
      {
        differences.append(
          "\(name) is not caught by any of \(row.randomVerdicts.count) random cases")
      }
      return differences
    case .ends, .crashes:
      guard row.showing.count < SelfTestMatrix.fewestCases else { return [] }
      return [
        "\(name) ends \(row.showing.count) of \(row.played) cases as it should, and "
          + "\(SelfTestMatrix.fewestCases) are needed" + SelfTestMatrix.others(row.blaming)
      ]
    }
  }

  private func differences(of rule: String) -> [String] {
    guard exempt[rule] == nil else { return [] }
    let (streams, cases) = (catching(rule).count, cases(showing: rule).count)
    var differences: [String] = []
    if streams < SelfTestMatrix.fewestStreams {
      differences.append(
        "\(rule) is shown by \(SelfTestMatrix.count(streams, "stream")), and "
          + "\(SelfTestMatrix.fewestStreams) are needed")
    }
    if cases < SelfTestMatrix.fewestCases {
      differences.append(
        "\(rule) is shown in \(SelfTestMatrix.count(cases, "case")), and "
          + "\(SelfTestMatrix.fewestCases) are needed")
    }
    return differences
  }

  /// What else a stream was blamed for, in a parenthesis.
  private static func others(_ verdicts: [CaseVerdict]) -> String {
    var counts: [String: Int] = [:]
    for verdict in verdicts { counts[cause(of: verdict), default: 0] += 1 }
    guard !counts.isEmpty else { return "" }
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { cause, count in "\(cause) in \(count)" }
    return " (blamed otherwise: \(words.joined(separator: ", ")))"
  }

  static func cause(of verdict: CaseVerdict) -> String {
    verdict.rules.first ?? verdict.kind?.rawValue ?? "nothing"
  }

  private static func schedule(of verdict: CaseVerdict) -> String {
    verdict.schedules == 1
      ? "under the canonical schedule" : "under schedule \(verdict.schedules - 1)"
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
