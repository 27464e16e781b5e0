import SluiceReports
import SluiceRunner
import SluiceText

/// A journal that is written while the cases finish, and is there whole or not at all.
struct RunJournalWriter {
  private let draft: ReportDraft
  private var digest = Fingerprint()
  private var number = 0
  private var rules = RepeatedRules()

  /// Begins a journal.
  ///
  /// - Throws: `ReportError` if it can't be written there.
  init(path: String, _ begin: RunJournal.Begin) throws {
    draft = try ReportDraft(of: ReportTarget(path: path))
    try write(begin)
  }

  /// Adds a case.
  mutating func add(_ line: RunJournal.Line) throws {
    try write(rules.shortened(line, at: number + 1))
  }

  /// Ends the journal, and moves it into place.
  mutating func close(_ end: RunJournal.End) throws {
    try write(end)
    try write(RunJournal.Digest(digest: digest.hexadecimal))
    try draft.publish()
  }

  private mutating func write(_ line: some Encodable) throws {
    let line = try CaseLine.encode(line)
    digest.combine(line)
    number += 1
    try draft.write(line + "\n")
  }
}
