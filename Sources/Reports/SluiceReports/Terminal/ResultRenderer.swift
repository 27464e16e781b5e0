package import SluiceText

/// One form of text for results.
protocol ResultRenderer {
  /// The text for what the sources of the streams are declared to lack; empty if the form has no
  /// place for it.
  mutating func text(lacking: String) -> String

  /// The text for one more case; empty if the form says nothing about it.
  mutating func text(of report: CaseReport, totals: ReportTotals) -> String

  /// The text for the end of the run.
  mutating func text(of summary: RunSummary, totals: ReportTotals) -> String
}

extension CleanText {
  /// The cap for one text on a terminal: a screenful or two of the head and of the tail.
  static let terminalCap = 1 << 14

  /// The text as separate lines; a carriage return alone could overwrite what stands there.
  var lines: [String] {
    var lines = string.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let ending = line.last == "\r" ? line.dropLast() : line
        return ending.split(separator: "\r", omittingEmptySubsequences: false)
          .map { String($0) }.joined(separator: Self.spelledOut("\r"))
      }
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension CaseOutcome.Problem {
  /// The whole account, with the log drawn for some columns and the command that shows all of it.
  ///
  /// - Parameters:
  ///   - columns: The columns that the log may take; nil for as many as in reports.
  ///   - isWhole: Whether every entry of the log is drawn.
  ///   - cap: The greatest length in bytes.
  /// - Returns: The text, clean. What only a report says stays as it stands there.
  func text(columns: Int?, isWhole: Bool, cap: Int) -> DisplayText {
    guard let failure else {
      // Other programs write reports whose text does not begin with the message.
      let (message, body) = (CleanText(message, cap: 4_096), CleanText(body, cap: cap))
      let isRepeated = body.string.utf8.starts(with: message.string.utf8)
      let lines = (isRepeated ? [] : message.lines) + body.lines
      return DisplayText(verbatim: lines.joined(separator: "\n"))
    }
    let style = CaseFailure.TextStyle(columns: columns, isWhole: isWhole, tellsOfLeftOut: true)
    return failure.text(style).cleaned(cap: cap)
  }

  /// Whether the account has the place to blame.
  ///
  /// - Parameter place: The place, as it is shown.
  /// - Returns: Whether it has; of a problem that only a report tells its text is searched.
  func has(_ place: String) -> Bool {
    guard let failure else { return CleanText(body).string.contains(place) }
    return !failure.excerpts.isEmpty || !failure.notes.isEmpty
  }
}

extension DisplayText {
  /// The text with all lines clean; one that is longer than the cap loses its middle.
  ///
  /// - Parameter cap: The greatest length in bytes.
  /// - Returns: The text.
  package func cleaned(cap: Int) -> DisplayText {
    let whole = rendered
    guard whole.utf8.count <= cap else { return DisplayText(CleanText(whole, cap: cap).lines) }
    return rendered { line in CleanText(line).lines.joined() }
  }
}

extension CaseReport {
  /// Suite, classname if it says more, and name, on one line.
  var title: String {
    let parts = suite == classname ? [suite, name] : [suite, classname, name]
    return parts.map { CleanText(line: $0, cap: 1_024).string }.joined(separator: " / ")
  }
}

extension ReportTotals {
  /// The counts as a sentence.
  var sentence: String {
    "\(cases) \(cases == 1 ? "case" : "cases"): \(passed) passed, \(failures) failed, "
      + "\(countedErrors), \(skipped) skipped"
  }

  /// The number of errors with its noun.
  var countedErrors: String { "\(errors) \(errors == 1 ? "error" : "errors")" }
}

extension RunSummary {
  /// The number of pieces of advice as a sentence, which says of a green run that all rules of its
  /// level held; nil for none.
  func sentence(ofAdvice pieces: Int, in totals: ReportTotals) -> String? {
    guard pieces > 0 else { return nil }
    return (totals.isRed ? "" : "\(level): all held; ") + Self.pieces(pieces)
  }

  /// The number of unused entries of the list of known failures as a sentence; nil for none.
  var sentenceOfUnusedEntries: String? {
    switch entriesOfAdvice {
    case 0: nil
    case 1: "known failures: 1 entry is unused, since its cause is advice in this run"
    case let count:
      "known failures: \(count) entries are unused, since their causes are advice in this run"
    }
  }

  /// A number of pieces of advice with its noun.
  static func pieces(_ count: Int) -> String {
    count == 1 ? "1 piece of advice" : "\(count) pieces of advice"
  }

  /// The sentences about the parts that were not tested, each clean and in a line.
  var notTestedLines: [String] {
    notTested.text().cleaned(cap: CleanText.terminalCap).rendered(columns: nil)
  }
}

/// Results as compilers print errors: `file:line:column: error: text`.
///
/// Failures and errors have their accounts below them. Advice is warnings. The counts come last.
struct GCCRenderer: ResultRenderer {
  private var advice = FailureGroups()

  mutating func text(lacking: String) -> String {
    "sluice: note: the source is declared to lack \(CleanText(line: lacking).string)\n"
  }

  mutating func text(of report: CaseReport, totals: ReportTotals) -> String {
    for problem in report.advice { advice.add(report, problem) }
    let advice = report.advice.map { problem in
      let message = CleanText(problem.message, cap: 4_096)
      return line(of: problem, message, as: "warning", in: report)
    }
    guard let problem = report.outcome.problem else { return advice.joined() }
    let message = CleanText(problem.message, cap: 4_096)
    let head = line(of: problem, message, as: "error", in: report)
    let body = CleanText(problem.body, cap: CleanText.terminalCap)
    let isRepeated = body.string.utf8.starts(with: message.string.utf8)
    let details = body.lines.dropFirst(isRepeated ? message.lines.count : 0)
    return head + details.map { "  \($0)\n" }.joined() + advice.joined()
  }

  /// The line by which an editor finds the place.
  private func line(
    of problem: CaseOutcome.Problem, _ message: CleanText, as word: String, in report: CaseReport
  ) -> String {
    let place = (problem.place ?? report.place)?.description ?? "sluice"
    return "\(CleanText(line: place, cap: 4_096).string): \(word): "
      + "\(report.title): \(CleanText(line: message.string).string) "
      + "[\(CleanText(line: problem.type).string)]\n"
  }

  mutating func text(of summary: RunSummary, totals: ReportTotals) -> String {
    var text = summary.notTestedLines.map { line in "sluice: note: not tested: \(line)\n" }.joined()
    if let sentence = summary.sentenceOfUnusedEntries { text += "sluice: note: \(sentence)\n" }
    text += "sluice: note: \(totals.sentence)\n"
    if let sentence = summary.sentence(ofAdvice: advice.count, in: totals) {
      text += "sluice: note: \(sentence)\n"
    }
    if let reason = summary.interruption ?? summary.cutShort {
      text += "sluice: note: stopped early: \(CleanText(line: reason, cap: 4_096).string)\n"
    }
    return text
  }
}
