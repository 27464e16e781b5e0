/// A statement about a place in a scenario file: an error that stops it, or a warning that does
/// not.
public struct Diagnostic: Hashable, Sendable {
  /// How much a diagnostic matters.
  public enum Severity: String, Hashable, Sendable {
    /// The file can't be run.
    case error
    /// The file can be run, but probably says something other than its author means.
    case warning
  }

  /// A second place that explains the first, with a few words about it.
  public struct Label: Hashable, Sendable {
    /// The place.
    public var span: SourceSpan
    /// What is there, such as "opened here".
    public var message: String

    /// Creates a label.
    ///
    /// - Parameters:
    ///   - span: The place.
    ///   - message: What is there.
    public init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// The code, which `sluice explain` describes at length.
  public var code: DiagnosticCode
  /// Whether the file can still be run.
  public var severity: Severity
  /// What is wrong, in one lower-case sentence without a full stop.
  public var message: String
  /// The place that is wrong.
  public var span: SourceSpan
  /// A second place, such as the bracket that was never closed.
  public var label: Label?
  /// Further sentences that help to put it right.
  public var notes: [String]
  /// The word or text that was probably meant.
  public var suggestion: String?

  /// Creates a diagnostic with the severity that its code has.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - message: What is wrong, in one lower-case sentence without a full stop.
  ///   - span: The place that is wrong.
  ///   - label: A second place that explains the first.
  ///   - notes: Further sentences that help.
  ///   - suggestion: What was probably meant.
  public init(
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
