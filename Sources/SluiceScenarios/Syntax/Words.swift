/// The words that have a meaning of their own.
enum Words {
  static let topLevel = ["format", "use", "let", "flow", "scenario"]
  static let attributes = [
    "rule", "tags", "requires", "about", "xfail", "skip", "limit", "schedules", "seed", "matrix",
    "schedule",
  ]
  static let sections = ["given", "timeline", "finally"]
  /// The words that begin a step, besides a name.
  static let steps = [
    "now", "race", "during", "cancel", "break", "drop", "release", "pull", "play", "expect",
  ]
  static let outcomes = [
    "next", "nexts", "error", "finish", "ended", "added", "removed", "silent",
  ]
  private static let others = [
    "add", "remove", "deliver", "iterate", "main", "at", "promptly", "until", "within", "step",
    "steps", "null", "true", "false",
  ]

  static let options = SyntaxOption.Kind.allCases.map(\.rawValue)

  /// The words that can't name a stream.
  static let reserved = Set(topLevel + attributes + sections + steps + outcomes + others + options)

  /// The words with which a line outside brackets begins.
  static let lineStarters = Set(topLevel + attributes + sections + steps)
}
