/// What stands behind `nexts` for many elements that look alike: `repeat(PATTERN, COUNT)`.
enum Repetition {
  /// The word.
  static let name = "repeat"
  /// How many elements it can stand for.
  static let counts: ClosedRange<Int64> = 1...10_000
}
