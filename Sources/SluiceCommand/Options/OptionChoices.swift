/// The form of what a command prints: the values of `--format`.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// For people.
  case human
  /// As compilers print errors, so that editors can jump to them.
  case gcc
  /// One JSON object a line.
  case json
}

/// The form of what a command prints that has no places in files to tell: the values of its
/// `--format`.
public enum DataFormat: String, CaseIterable, Sendable {
  /// For people.
  case human
  /// One JSON object a line.
  case json
}

/// The weakest rules that fail a case when they are broken: the values of `--level`.
public enum RuleLevelChoice: String, CaseIterable, Sendable {
  /// Only rules of level must; a broken should is a warning.
  case must
  /// Rules of level must and should.
  case should
  /// All rules.
  case may
}

/// Where cases run: the values of `--isolation`.
public enum IsolationChoice: String, CaseIterable, Sendable {
  /// In worker processes that may die.
  case process
  /// In this process, for debugging: a trap ends the run.
  case none
}
