package import SluiceConformance
import SluiceScenarios
import SluiceText

/// The cases that are known to fail, each with the rule or the failure that it fails by.
///
/// The text form has one case a line, `<rule or failure> <case id>`, sorted by bytes; `#` begins a
/// line that says nothing. The list is exact: a listed case that passes, is skipped, fails by
/// something else or does not exist fails the run, and so does a failure that is not listed.
///
/// What is found first may hang on the seed. Such an entry says several causes, as in
/// `cancellation.busy-removes|SubjectHung`; `any` stands for every cause, and `passes` says that
/// the case need not fail.
package struct KnownFailures: Sendable, Hashable {
  /// One listed case.
  package struct Entry: Sendable, Hashable {
    /// What it fails by, as the list says it: rules' ids, or the names of other kinds of failure.
    package var cause: String
    /// The line of the list, from 1.
    package var line: Int

    /// Whether the entry allows a failure.
    fileprivate func allows(_ failure: CaseFailure) -> Bool { allows(failure.cause) }

    /// Whether the entry allows a cause.
    fileprivate func allows(_ other: String) -> Bool {
      let causes = KnownFailures.causes(in: cause)
      return causes.contains(other)
        || other != KnownFailures.passes && causes.contains(KnownFailures.any)
    }
  }

  /// The word for a case that need not fail, and the one for every cause.
  package static let passes = "passes"
  private static let any = "any"

  /// The entries by the ids of their cases.
  package private(set) var entries: [String: Entry] = [:]

  /// An empty list.
  package init() {}

  /// The list in a text.
  ///
  /// - Parameters:
  ///   - text: The text form.
  ///   - rules: The rules that a case can fail by.
  /// - Throws: `ListError` for a cause that is neither a rule nor a kind of failure, for a line
  ///   without a case, and for a case that stands already.
  package init(parsing text: String, rules: RuleBook = .shipped) throws(ListError) {
    let known = rules.ids + KnownFailures.otherCauses
    for line in ListedLine.all(in: text) {
      for cause in KnownFailures.causes(in: line.word)
      where !known.contains(cause) {
        throw .unknown(
          line.place, kind: "rule or problem", word: cause,
          suggestion: Suggestion.nearest(to: cause, among: known))
      }
      guard !line.rest.isEmpty else {
        throw .incomplete(line.restPlace, word: line.word, missing: "case")
      }
      if let other = entries[line.rest] {
        throw .repeated(line.restPlace, entry: line.rest, firstLine: other.line)
      }
      entries[line.rest] = Entry(cause: line.word, line: line.line)
    }
  }

  /// All that a case can fail by beside the rules, as the list writes it.
  private static let otherCauses =
    CaseFailure.Kind.allCases.map { kind in kind.rawValue } + [any, passes]

  /// The causes that a word of a list says.
  fileprivate static func causes(in word: String) -> [String] {
    word.split(separator: "|", omittingEmptySubsequences: false).map { cause in String(cause) }
  }

  /// The word that says some causes, each once.
  ///
  /// - Parameter causes: The causes; nil for a pass.
  /// - Returns: The causes sorted by bytes, a pass last.
  package static func word(for causes: some Sequence<String?>) -> String {
    let all = Set(causes.map { cause in cause ?? passes })
    let failing = all.subtracting([passes]).sorted { left, right in
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return (failing + (all.contains(passes) ? [passes] : [])).joined(separator: "|")
  }

  /// The text form of a list.
  ///
  /// - Parameter failures: The ids of the cases, each with what it fails by.
  /// - Returns: One line a case, sorted by bytes.
  package static func text(_ failures: [(id: String, cause: String)]) -> String {
    failures
      .map { failure in "\(failure.cause) \(failure.id)" }
      .sorted { left, right in left.utf8.lexicographicallyPrecedes(right.utf8) }
      .map { line in line + "\n" }
      .joined()
  }

  /// A result as it stands with the list taken into account.
  ///
  /// A case that fails as listed is skipped with the reason; one that is listed and does not fail
  /// so, fails. One whose listed failure is no more than advice passes.
  ///
  /// - Parameters:
  ///   - result: The result as the case ran.
  ///   - line: The line of the scenario, at which an unexpected end is shown.
  ///   - again: The command that shows the case again.
  /// - Returns: The result to report.
  package func applied(
    to result: CaseResult, line: Int, again: @autoclosure () -> String
  ) -> CaseResult {
    guard let entry = entries[result.id] else { return result }
    var result = result
    switch result.outcome {
    case .failed(let failure) where entry.allows(failure.cause),
      .errored(let failure) where entry.allows(failure.cause):
      result.outcome = .skipped("known failure: \(failure.message)")
      result.knownCause = failure.cause
    case .failed(let failure): result.outcome = .failed(entry.noted(in: failure))
    case .errored(let failure): result.outcome = .errored(entry.noted(in: failure))
    case .skipped(let reason):
      let message = "is skipped, though listed as a known failure of \(entry.cause): \(reason)"
      result.outcome = .failed(entry.surprise(message, line: line, again: again()))
    case .passed where entry.allows(KnownFailures.passes): break
    case .passed where result.advice?.contains(where: entry.allows) == true:
      // The list was written at another level, or in a later edition.
      result.advice = result.advice?.map { failure in
        entry.allows(failure) ? entry.noted(in: failure) : failure
      }
      result.knownCause = result.advice?.first(where: entry.allows)?.cause
    case .passed:
      let message = "passes unexpectedly: listed as a known failure of \(entry.cause)"
      result.outcome = .failed(entry.surprise(message, line: line, again: again()))
    }
    return result
  }
}

extension KnownFailures.Entry {
  private var note: String { " listed as a known failure of \(cause) in line \(line) of the list" }

  /// A failure of another kind than the listed one, with a note that says so.
  fileprivate func noted(in failure: CaseFailure) -> CaseFailure {
    var failure = failure
    failure.notes.insert(note, at: 0)
    return failure
  }

  /// The failure of a case that was listed and did not fail.
  fileprivate func surprise(_ message: String, line: Int, again: String) -> CaseFailure {
    var failure = CaseFailure(.passesUnexpectedly, message, line: line, again: again)
    failure.notes = [note]
    return failure
  }
}

/// One line of a list that people keep by hand: a word, and what belongs to it.
///
/// Such a list has one entry a line; empty lines, and lines that begin with `#`, say nothing.
struct ListedLine {
  /// The first word.
  var word: String
  /// All that follows the word, without the space around it; empty if there is nothing.
  var rest: String
  /// The line, from 1.
  var line: Int
  /// The column of the word in Unicode scalars, from 1.
  var column: Int
  /// The column of the rest, or where it is missing.
  var restColumn: Int

  /// The entries of a text, in order.
  static func all(in text: String) -> [ListedLine] {
    // By scalars: a line feed after a carriage return is no `Character` of its own.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in ListedLine(line, number: index + 1) }
  }

  private init?(_ scalars: Substring.UnicodeScalarView, number: Int) {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let content = scalars.drop(while: isSpace)
    guard let first = content.first, first != "#" else { return nil }
    let word = content.prefix { scalar in !isSpace(scalar) }
    var rest = content.dropFirst(word.count)
    rest = rest.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    self.word = String(word)
    self.rest = String(rest)
    line = number
    column = scalars.count - content.count + 1
    restColumn =
      rest.isEmpty
      ? column + word.count : scalars.distance(from: scalars.startIndex, to: rest.startIndex) + 1
  }
}

/// A mistake in a list that people keep by hand, with its place.
package enum ListError: Error, Sendable, Hashable {
  /// A place in a list, from 1.
  package struct Place: Sendable, Hashable {
    /// The line.
    package var line: Int
    /// The column in Unicode scalars.
    package var column: Int

    /// A place in a list.
    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// A line has a first word, and what belongs to it is missing.
  case incomplete(Place, word: String, missing: String)
  /// An entry stands twice.
  case repeated(Place, entry: String, firstLine: Int)
  /// A word is not one of those that may stand there.
  case unknown(Place, kind: String, word: String, suggestion: String?)

  /// The mistake's place.
  package var place: Place {
    switch self {
    case .incomplete(let place, _, _), .repeated(let place, _, _), .unknown(let place, _, _, _):
      place
    }
  }
}

extension ListError: CustomStringConvertible {
  /// The mistake in a sentence, without its place.
  package var description: String {
    switch self {
    case .incomplete(_, let word, let missing): "'\(word)' is followed by no \(missing)"
    case .repeated(_, let entry, let line): "'\(entry)' stands already in line \(line)"
    case .unknown(_, let kind, let word, let suggestion):
      "there is no \(kind) '\(word)'"
        + (suggestion.map { known in "; did you mean \(known)?" } ?? "")
    }
  }
}

extension ListedLine {
  /// The place of the first word.
  var place: ListError.Place { ListError.Place(line: line, column: column) }
  /// The place of what belongs to it.
  var restPlace: ListError.Place { ListError.Place(line: line, column: restColumn) }
}
