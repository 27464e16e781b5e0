import SluiceSpies

extension Duration {
  /// The units in which a latency is written, the longest first, with what makes one in Swift.
  private static let latencyUnits: [(word: String, nanoseconds: Int64, expression: String)] = [
    ("s", 1_000_000_000, "seconds"), ("ms", 1_000_000, "milliseconds"),
    ("us", 1_000, "microseconds"), ("ns", 1, "nanoseconds"),
  ]

  /// The whole nanoseconds, as far as there is room for them.
  var latencyNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || sumOverflow ? (seconds < 0 ? .min : .max) : sum
  }

  /// A latency of so many nanoseconds in one word: `none`, or a whole number of the longest unit.
  var latencyWord: String {
    inLatencyUnits.map { count, unit in "\(count)\(unit.word)" } ?? "none"
  }

  /// The same in Swift.
  var latencyExpression: String {
    inLatencyUnits.map { count, unit in ".\(unit.expression)(\(count))" } ?? ".zero"
  }

  private var inLatencyUnits:
    (count: Int64, unit: (word: String, nanoseconds: Int64, expression: String))?
  {
    let nanoseconds = latencyNanoseconds
    guard nanoseconds > 0 else { return nil }
    return Self.latencyUnits.first { unit in nanoseconds % unit.nanoseconds == 0 }
      .map { unit in (nanoseconds / unit.nanoseconds, unit) }
  }

  /// A latency by its word.
  init?(latencyWord word: String) {
    if word == "none" {
      self = .zero
      return
    }
    let digits = word.prefix { character in character.isNumber }
    guard
      let count = Int64(digits), count > 0,
      let unit = Self.latencyUnits.first(where: { $0.word == word.dropFirst(digits.count) })
    else { return nil }
    let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow else { return nil }
    self = .nanoseconds(nanoseconds)
  }
}
