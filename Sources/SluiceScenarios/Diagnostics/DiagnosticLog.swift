/// The diagnostics of one reading, each said once.
///
/// Every case of a matrix is checked, and a mistake that all of them share would be reported as
/// often as there are cases; a diagnostic with the same code, place and second place is therefore
/// taken only once.
struct DiagnosticLog {
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

  mutating func report(_ diagnostic: Diagnostic) {
    let key = Key(
      code: diagnostic.code, span: diagnostic.span, second: diagnostic.label?.span)
    guard !isFull, seen.insert(key).inserted else { return }
    if diagnostic.severity == .error { hasErrors = true }
    all.append(diagnostic)
    guard all.count == ScenarioLimits.diagnostics else { return }
    isFull = true
    hasErrors = true
    all.append(
      Diagnostic(
        .tooManyErrors, "more errors than this are not shown", at: diagnostic.span,
        notes: ["one mistake may have led to most of them"]))
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at span: SourceSpan,
    label: Diagnostic.Label? = nil, notes: [String] = [], suggestion: String? = nil
  ) {
    report(
      Diagnostic(code, message, at: span, label: label, notes: notes, suggestion: suggestion))
  }

  /// All diagnostics in the order of the text: by file, then place, then as they were found.
  var sorted: [Diagnostic] {
    all.enumerated().sorted { left, right in
      let (a, b) = (left.element.span, right.element.span)
      if a.file != b.file { return a.file < b.file }
      if a.start != b.start { return a.start < b.start }
      return left.offset < right.offset
    }.map { entry in entry.element }
  }
}
