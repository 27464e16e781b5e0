/// How far a consumer has done what a line expects.
enum Answer {
  /// It has, with so many answers of `next()`, the last at this step.
  case met(count: Int, step: Int?)
  /// It has not yet, as said here.
  case pending(String)
  /// It has done something else, as said here with the differences.
  case wrong(String, differences: [String])
}
