package import SluiceConformance
package import SluiceSpies
import SluiceText

/// The rules that judge a test, and the last edition whose rules count.
package struct TestRules {
  let book: RuleBook
  let edition: Edition
  /// The edition as the test names it; nil where it names none.
  let declared: String?

  /// The rules of a test.
  ///
  /// - Parameters:
  ///   - edition: The last edition whose rules count, as in `2026.12`; nil for the newest.
  ///   - book: The rules.
  ///   - newest: The newest edition of the kit.
  /// - Throws: `EditionError` for a text that is no edition, and for one that the kit lacks.
  package init(
    upTo edition: String?, in book: RuleBook = .shipped, newest: Edition = .newest
  ) throws(EditionError) {
    self.book = book
    declared = edition
    guard let edition else {
      self.edition = newest
      return
    }
    self.edition = try Edition(edition, upTo: newest)
  }

  /// The judge of a run.
  func judge(of text: PlayedTest, _ record: RunRecord<SourceLine>) -> Judge<PlayedTest> {
    Judge(of: text, record, by: book, level: .should, edition: edition)
  }
}

/// The advice of the runs of a test: the first violation of each rule.
struct TestAdvice {
  private(set) var messages: [String] = []
  private var rules: Set<String> = []

  init() {}

  init(_ judge: Judge<PlayedTest>) { add(judge) }

  /// Adds the advice of a run that does not fail.
  mutating func add(_ judge: Judge<PlayedTest>) {
    for piece in judge.advice(besides: rules) {
      rules.formUnion(piece.rule.map { rule in [rule] } ?? [])
      messages.append(([piece.message] + piece.notes).joined(separator: "\n"))
    }
  }
}
