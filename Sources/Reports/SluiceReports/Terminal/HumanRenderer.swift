import SluiceText

/// Results for a person: progress, advice and the failures by their causes, slow cases and a
/// summary.
struct HumanRenderer: ResultRenderer {
  private let palette: Palette
  private let clock: ReportClock
  private let detail: TerminalReport.Detail
  /// The columns that there are; nil for as many as a line takes.
  private let columns: Int?
  private let showsWholeLogs: Bool
  private var progress: ProgressLine
  private var slowest: SlowestCases
  private var failures = FailureGroups()
  private var advice = FailureGroups()

  /// From here on a case is slow.
  private static let slow = Duration.seconds(1)
  /// How many lines are printed of the accounts of failures; the first is, however long.
  private static let accountLines = 150
  /// How many lines are printed of advice.
  private static let adviceLines = 60

  init(style: TerminalReport.Style, plannedCases: Int?) {
    palette = Palette(isEnabled: style.usesColor)
    clock = style.clock
    detail = style.detail
    columns = style.columns
    showsWholeLogs = style.showsWholeLogs
    progress = ProgressLine(
      plannedCases: plannedCases, isTerminal: style.isTerminal, columns: style.columns)
    slowest = SlowestCases(capacity: style.slowestCases)
  }

  mutating func text(lacking: String) -> String {
    "the source is declared to lack \(CleanText(line: lacking).string)\n"
  }

  mutating func text(of report: CaseReport, totals: ReportTotals) -> String {
    if clock == .real, report.realTime >= Self.slow {
      slowest.add(time: report.realTime, name: report.title)
    }
    for problem in report.advice { advice.add(report, problem) }
    guard let problem = report.outcome.problem else { return progress.advance(to: totals) }
    failures.add(report, problem)
    guard detail == .everything else { return progress.advance(to: totals) }
    return progress.erase() + account(of: problem, in: report) + "\n" + progress.redraw(totals)
  }

  mutating func text(of summary: RunSummary, totals: ReportTotals) -> String {
    let groups = failures.families(by: summary.symptoms)
    // What matters most stands last, where nobody has to look for it.
    let facts = summary.isOfResultsAlone ? "" : rules(summary) + cost(summary) + edition(summary)
    let advice = advice.families(by: summary.symptoms)
    return progress.erase() + accounts(of: advice, areAdvice: true) + accounts(of: groups)
      + slowList() + facts + unusedEntries(summary) + untested(summary)
      + table(of: advice) + causes(groups)
      + counts(totals, summary, causes: groups, advice: FailureFamily.count(of: advice))
  }
}

extension HumanRenderer {
  /// The smallest account of each cause, as far as there is room, with what else failed by it and
  /// with its symptoms.
  private func accounts(of groups: [FailureFamily], areAdvice: Bool = false) -> String {
    guard detail == .causes || areAdvice && detail == .everything else { return "" }
    var text = ""
    var room = areAdvice ? Self.adviceLines : Self.accountLines
    for (number, family) in groups.enumerated() {
      let group = family.lead
      let smallest = group.smallest
      let account =
        account(of: smallest.problem, in: smallest.report, isAdvice: areAdvice)
        + others(of: group, areAdvice)
        + fitted(family.alsoLines.map { line in "  \(line)" }) + "\n"
      let length = account.utf8.count { byte in byte == UInt8(ascii: "\n") }
      guard text.isEmpty || length <= room else {
        return text + untold(groups.count - number, areAdvice)
      }
      room -= length
      text += account
    }
    return text
  }

  /// How many causes have no account here, and what shows them.
  private func untold(_ count: Int, _ areAdvice: Bool) -> String {
    let noun = areAdvice ? "piece of advice" : "cause"
    let nouns = areAdvice ? "pieces of advice" : "causes"
    let causes = count == 1 ? "1 more \(noun) has" : "\(count) more \(nouns) have"
    let wish = areAdvice ? "the HTML report shows" : "--verbose and the HTML report show"
    return fitted(["\(causes) no account here; \(wish) each case"]) + "\n"
  }

  /// The other cases of a cause, a few by their names.
  private func others(of group: FailureGroups.Group, _ areAdvice: Bool) -> String {
    guard let others = group.others(isAdvice: areAdvice) else { return "" }
    var lines = ["  \(others) \(CleanText(line: group.cause).string):"]
    lines += group.others.map { title in "    \(title)" }
    if group.untitled > 0 {
      lines.append("    … \(group.untitled) more\(areAdvice ? "" : ": --verbose shows each")")
    }
    return fitted(lines)
  }

  /// The table of causes, with the number of failed cases and the streams of each.
  ///
  /// The account of a single cause names it already. A quiet report has no accounts.
  private func causes(_ families: [FailureFamily]) -> String {
    guard FailureFamily.count(of: families) > (detail == .nothing ? 0 : 1) else { return "" }
    return table(families, FailureFamily.counted(families))
  }

  /// The table of advice, where its accounts do not name each piece.
  private func table(of advice: [FailureFamily]) -> String {
    let count = FailureFamily.count(of: advice)
    guard count > 1, detail != .nothing else { return "" }
    return table(advice, RunSummary.pieces(count))
  }

  private func table(_ families: [FailureFamily], _ head: String) -> String {
    let rows = FailureFamily.marked(families).map { group, mark in
      let cause = mark + CleanText(line: group.cause).string
      let streams = group.streams.keys.sorted()
      let first = CleanText(line: streams.first?.string ?? "").string
      let others = streams.count > 1 ? " and \(streams.count - 1) more" : ""
      return ["\(group.count)", cause, "\(first)\(others)"]
    }
    let table = TextTable(rows, sides: [.right, .left], indentation: 2)
    return "\(palette.bold(head))\n" + fitted(table.lines(columns: columns))
  }

  private func account(
    of problem: CaseOutcome.Problem, in report: CaseReport, isAdvice: Bool = false
  ) -> String {
    let isError = if case .error = report.outcome { true } else { false }
    let word = isAdvice ? "ADVICE" : isError ? "ERROR" : "FAILED"
    // What stands out does so in each of its lines.
    let title = fitted("\(word) \(report.title)")
    let shown = isAdvice ? palette.yellow(word) : palette.red(word)
    var lines = ["\(shown) \(palette.bold(String(title[0].dropFirst(word.count + 1))))"]
    lines += title.dropFirst().map { line in palette.bold(line) }
    var told = DisplayText()
    let place = (problem.place ?? report.place).map { place in
      CleanText(line: place.description, cap: 4_096).string
    }
    if let place, !problem.has(place) { told.append("at \(place)") }
    told.append(
      problem.text(
        columns: columns.map { columns in columns - 2 }, isWhole: showsWholeLogs,
        cap: showsWholeLogs ? CleanText.defaultCap : CleanText.terminalCap))
    lines += told.rendered(columns: columns, indentation: 2)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of a text.
  private func fitted(_ text: DisplayText) -> [String] { text.rendered(columns: columns) }

  /// Lines of text that each end with a line break.
  private func fitted(_ lines: [String]) -> String {
    fitted(DisplayText(lines)).map { line in line + "\n" }.joined()
  }

  private func slowList() -> String {
    let entries = slowest.entries
    guard !entries.isEmpty else { return "" }
    let lines = entries.map { "  \(Milliseconds($0.time)) s  \($0.name)" }
    return "\(palette.bold("slowest"))\n" + fitted(lines)
  }

  private func counts(
    _ totals: ReportTotals, _ summary: RunSummary, causes: [FailureFamily], advice: Int
  ) -> String {
    // The head of a long table of causes scrolls away.
    let isOne = FailureFamily.count(of: causes) <= 1
    var ending = isOne ? "" : "; \(FailureFamily.counted(causes))"
    if let sentence = summary.sentence(ofAdvice: advice, in: totals) { ending += "\n\(sentence)" }
    let sentence = fitted("\(totals.sentence)\(ending)").map { line in
      (totals.isRed ? palette.red(line) : palette.green(line)) + "\n"
    }.joined()
    guard let reason = summary.interruption ?? summary.cutShort else { return sentence }
    return sentence + fitted(["stopped early: \(CleanText(line: reason, cap: 4_096).string)"])
  }

  private func unusedEntries(_ summary: RunSummary) -> String {
    summary.sentenceOfUnusedEntries.map { sentence in fitted([sentence]) } ?? ""
  }

  private func rules(_ summary: RunSummary) -> String {
    let unexercised = summary.notTested.rules.count
    return fitted(["rules: \(summary.exercisedRules) exercised, \(unexercised) not exercised"])
  }

  /// The parts that were not tested, below a heading.
  private func untested(_ summary: RunSummary) -> String {
    let text = summary.notTested.text(isWhole: detail == .everything)
    let lines = text.cleaned(cap: CleanText.terminalCap)
      .rendered(columns: columns, indentation: 2)
    guard !lines.isEmpty else { return "" }
    return palette.bold("not tested") + "\n" + lines.map { line in line + "\n" }.joined()
  }

  /// What to write so that a later kit turns nothing red.
  private func edition(_ summary: RunSummary) -> String {
    guard let edition = summary.undeclaredEdition else { return "" }
    return fitted([
      "edition: \(edition), the newest, since none is declared; in sluice.json it is: "
        + "\"edition\": \"\(edition)\""
    ])
  }

  private func cost(_ summary: RunSummary) -> String {
    let schedules =
      summary.schedules.map { count in
        [
          "schedules: \(count.run) run, \(count.distinct) distinct; "
            + "\(count.completeCases) of \(count.cases) cases under every schedule"
        ]
      } ?? []
    let virtual = "steps: \(summary.steps); virtual time: \(Milliseconds(summary.virtualTime)) s"
    switch clock {
    case .virtual: return fitted(schedules + [virtual])
    case .real:
      return fitted(schedules + ["\(virtual); real time: \(Milliseconds(summary.realTime)) s"])
    }
  }
}

/// How far a run has come: a bar that is drawn again in place, or a counter now and then.
///
/// It moves by counts alone. No clock is read, so equal runs show equal text.
private struct ProgressLine {
  private static let barWidth = 20
  private static let leastBarWidth = 5

  private let plannedCases: Int?
  private let isTerminal: Bool
  /// How long it may be: a line that goes on below could not be drawn again.
  private let room: Int
  private var isDrawn = false

  init(plannedCases: Int?, isTerminal: Bool, columns: Int?) {
    self.plannedCases = plannedCases
    self.isTerminal = isTerminal
    room = (columns.map { columns in max(columns, FittedText.leastColumns) } ?? .max) - 1
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
    let counts = DisplayWidth.fitted(
      "\(totals.cases)\(planned) cases, \(totals.failures) failed, \(totals.countedErrors)",
      to: room)
    guard isTerminal else { return counts + "\n" }
    isDrawn = true
    return "\r\u{1B}[K\(bar(totals, beside: counts))\(counts)"
  }

  private func bar(_ totals: ReportTotals, beside counts: String) -> String {
    let width = min(Self.barWidth, room - DisplayWidth.of(counts) - 3)
    guard let plannedCases, plannedCases > 0, width >= Self.leastBarWidth else { return "" }
    let filled = width * min(totals.cases, plannedCases) / plannedCases
    return "[" + String(repeating: "=", count: filled)
      + String(repeating: " ", count: width - filled) + "] "
  }
}

/// The slowest cases seen so far, never more than a given number.
///
/// A heap with the quickest of them at the root, so that one comparison dismisses most cases. Of
/// two cases of equal time the one that came first counts as slower: the list depends on nothing
/// else.
package struct SlowestCases: Sendable {
  /// A case in the list.
  package struct Entry: Sendable, Hashable {
    /// How long the case took.
    package let time: Duration
    /// What it is called.
    package let name: String
    fileprivate let number: Int

    fileprivate func isQuicker(than other: Entry) -> Bool {
      (time, other.number) < (other.time, number)
    }
  }

  private let capacity: Int
  private var heap: [Entry] = []
  private var seen = 0

  /// Creates an empty list.
  ///
  /// - Parameter capacity: the greatest number of cases to keep; none for 0 or less.
  package init(capacity: Int) { self.capacity = max(0, capacity) }

  /// Takes in a case; the name is made only if the case is kept.
  package mutating func add(time: Duration, name: @autoclosure () -> String) {
    seen += 1
    guard capacity > 0, time > .zero else { return }
    if heap.count < capacity {
      heap.append(Entry(time: time, name: name(), number: seen))
      siftUp()
    } else if let quickest = heap.first, quickest.time < time {
      heap[0] = Entry(time: time, name: name(), number: seen)
      siftDown()
    }
  }

  /// The cases kept, the slowest first.
  package var entries: [Entry] { heap.sorted { $1.isQuicker(than: $0) } }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isQuicker(than: heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var quickest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isQuicker(than: heap[quickest]) { quickest = child }
      }
      guard quickest != parent else { return }
      heap.swapAt(quickest, parent)
      parent = quickest
    }
  }
}

/// The few ways in which a word can stand out on a terminal.
package struct Palette: Sendable {
  /// Whether anything does.
  private let isEnabled: Bool

  /// A palette; one that is not enabled leaves every text as it is.
  package init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// A text in red.
  package func red(_ text: String) -> String { painted(text, "31") }
  /// A text in yellow.
  package func yellow(_ text: String) -> String { painted(text, "33") }
  /// A text in green.
  package func green(_ text: String) -> String { painted(text, "32") }
  /// A text in bold type.
  package func bold(_ text: String) -> String { painted(text, "1") }

  private func painted(_ text: String, _ code: String) -> String {
    isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
