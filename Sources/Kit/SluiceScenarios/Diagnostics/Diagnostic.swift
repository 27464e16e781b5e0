import SluiceSpies

/// A statement about a place in a scenario file: an error that stops it, or a warning that does
/// not.
package struct Diagnostic: Hashable, Sendable {
  /// How much a diagnostic matters.
  package enum Severity: String, Hashable, Sendable {
    /// The file can't be run.
    case error
    /// The file can be run, but probably says something other than its author means.
    case warning
  }

  /// A second place that explains the first, with a few words about it.
  package struct Label: Hashable, Sendable {
    /// The place.
    package var span: SourceSpan
    /// What is there, such as "opened here".
    package var message: String

    /// Creates a label.
    package init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// The code, which `sluice explain` describes at length.
  package var code: DiagnosticCode
  /// Whether the file can still be run.
  package var severity: Severity
  /// What is wrong, in one lower-case sentence without a full stop.
  package var message: String
  /// The place that is wrong.
  package var span: SourceSpan
  /// A second place, such as the bracket that was never closed.
  package var label: Label?
  /// Further sentences that help to put it right.
  package var notes: [String]
  /// The word or text that was probably meant.
  package var suggestion: String?

  /// Creates a diagnostic with the severity that its code has.
  package init(
    _ code: DiagnosticCode, _ message: String, at span: SourceSpan, label: Label? = nil,
    notes: [String] = [], suggestion: String? = nil
  ) {
    self.code = code
    self.severity = code.severity
    self.message = message
    self.span = span
    self.label = label
    self.notes = notes
    self.suggestion = suggestion
  }
}

extension Diagnostic {
  /// The same with texts that a person can read: a word of a file may have a million letters.
  fileprivate var shortened: Diagnostic {
    var short = self
    short.message = Diagnostic.shortened(message)
    short.notes = notes.map(Diagnostic.shortened)
    short.label?.message = Diagnostic.shortened(label?.message ?? "")
    // Half of what was meant is not what was meant.
    if let suggestion, suggestion.utf8.count > Diagnostic.longest { short.suggestion = nil }
    return short
  }

  /// The longest text, in bytes.
  fileprivate static let longest = 1000

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > longest else { return text }
    let scalars = text.unicodeScalars
    // A scalar has four bytes at most.
    return String(scalars.prefix(longest / 8)) + "…" + String(scalars.suffix(longest / 8))
  }
}

/// The diagnostics of one reading, each said once: there is one for a file and all that it uses,
/// which whoever checks a part of them holds.
///
/// Every case of a matrix is checked, and a mistake that all of them share would be reported as
/// often as there are cases; a diagnostic with the same code, place and second place is therefore
/// taken only once.
final class DiagnosticLog {
  private struct Key: Hashable {
    var code: DiagnosticCode
    var span: SourceSpan
    var second: SourceSpan?
  }

  private(set) var all: [Diagnostic] = []
  private(set) var hasErrors = false
  /// Whether nothing more is taken, so that looking for more is in vain.
  private(set) var isFull = false
  private var seen: Set<Key> = []
  /// The files, by the numbers that spans have.
  private var files: [Int: SourceFile] = [:]
  /// How many there are of each line.
  private var counts: [LineKey: Int] = [:]

  private struct LineKey: Hashable {
    var file: Int
    var line: Int
  }

  /// Takes note of a file, of each line of which so many are taken and no more: a line that some
  /// program has written may have a million.
  func open(_ source: SourceFile, file: Int) { files[file] = source }

  func report(_ diagnostic: Diagnostic) {
    guard takes(diagnostic.code, at: diagnostic.span, second: diagnostic.label?.span) else {
      return
    }
    append(diagnostic)
  }

  /// Reports what is put into words only where it is shown: the words may be as long as the file,
  /// which may have as many mistakes.
  func report(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, at span: SourceSpan,
    label: @autoclosure () -> Diagnostic.Label? = nil, notes: @autoclosure () -> [String] = [],
    suggestion: @autoclosure () -> String? = nil
  ) {
    let label = label()
    guard takes(code, at: span, second: label?.span) else { return }
    append(
      Diagnostic(
        code, message(), at: span, label: label, notes: notes(), suggestion: suggestion()))
  }

  /// Takes note of a mistake.
  ///
  /// - Returns: Whether it is told; it is not if it has been, or if there are too many.
  private func takes(_ code: DiagnosticCode, at span: SourceSpan, second: SourceSpan?) -> Bool {
    WorkCounter.looked()
    let key = Key(code: code, span: span, second: second)
    guard !isFull, seen.insert(key).inserted else { return false }
    if code.severity == .error { hasErrors = true }
    guard let line = files[span.file]?.lineIndex(of: span.start) else { return true }
    let count = counts[LineKey(file: span.file, line: line), default: 0] + 1
    counts[LineKey(file: span.file, line: line)] = count
    if count == ScenarioLimits.diagnosticsOfLine + 1 {
      all.append(Diagnostic(.tooManyErrors, "more errors of this line are not shown", at: span))
    }
    return count <= ScenarioLimits.diagnosticsOfLine
  }

  private func append(_ diagnostic: Diagnostic) {
    WorkCounter.looked(diagnostic.message.utf8.count)
    all.append(diagnostic.shortened)
    guard all.count >= ScenarioLimits.diagnostics else { return }
    isFull = true
    hasErrors = true
    all.append(
      Diagnostic(
        .tooManyErrors, "more errors than this are not shown", at: diagnostic.span,
        notes: ["one mistake may have led to most of them"]))
  }

  /// All diagnostics in the order of the text: by file, then place, then as they were found.
  var sorted: [Diagnostic] {
    WorkCounter.looked(all.count)
    return all.enumerated().sorted { left, right in
      let (a, b) = (left.element.span, right.element.span)
      if a.file != b.file { return a.file < b.file }
      if a.start != b.start { return a.start < b.start }
      return left.offset < right.offset
    }.map { entry in entry.element }
  }
}

/// The search for the word that was probably meant, in scenarios and in calls.
package enum Suggestion {
  /// The candidate nearest to a word, if one is near enough to be worth saying.
  ///
  /// Near enough is a third of the word's length, at least one edit. The first of equally near
  /// candidates wins, so the answer depends on their order only.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>
  ) -> String? {
    let letters = Array(word.utf8)
    guard letters.count <= 64 else { return nil }
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      guard let found = near(candidate, letters), found < best?.distance ?? Int.max else {
        continue
      }
      best = (found, candidate)
    }
    return best?.candidate
  }

  /// The same of candidates that have no order: the first in the alphabet of equally near ones.
  static func nearest(to word: String, amongUnordered candidates: some Sequence<String>) -> String?
  {
    let letters = Array(word.utf8)
    guard letters.count <= 64 else { return nil }
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      guard let found = near(candidate, letters) else { continue }
      if let best, (best.distance, best.candidate) <= (found, candidate) { continue }
      best = (found, candidate)
    }
    return best?.candidate
  }

  /// How far a candidate is from a word, if it is near enough.
  private static func near(_ candidate: String, _ letters: [UInt8]) -> Int? {
    WorkCounter.looked()
    let allowed = max(1, letters.count / 3)
    guard abs(candidate.utf8.count - letters.count) <= allowed else { return nil }
    let found = distance(letters, Array(candidate.utf8))
    return found <= allowed ? found : nil
  }

  /// The optimal string alignment distance: insertions, deletions, substitutions and swaps of
  /// neighbours.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var twoBack = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    var current = previous
    for row in 1...left.count {
      current[0] = row
      for column in 1...right.count {
        let same = left[row - 1] == right[column - 1]
        var cost = min(
          previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, twoBack[column - 2] + 1)
        }
        current[column] = cost
      }
      (twoBack, previous, current) = (previous, current, twoBack)
    }
    return previous[right.count]
  }
}
