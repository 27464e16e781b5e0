/// The measurements of a bench, in microseconds for one run each, round by round.
struct BenchRounds {
  /// How many runs one measurement times.
  static let runs = 2000

  var defaultExecutor: [Double] = []
  var simulation: [Double] = []
  var wholeCase: [Double] = []
  var schedule: [Double] = []
  private let time: @Sendable () -> Duration

  init(time: @escaping @Sendable () -> Duration) {
    self.time = time
  }

  /// Times so many runs of something.
  mutating func measure(
    _ body: (_ count: Int) -> Void, into store: (inout BenchRounds, Double) -> Void
  ) {
    let start = time()
    body(BenchRounds.runs)
    let taken = time() - start
    store(&self, Double(taken.wholeNanoseconds) / 1000 / Double(BenchRounds.runs))
  }

  /// The medians.
  func figures(steps: Int, rules: Int) -> BenchFigures {
    BenchFigures(
      defaultExecutor: BenchRounds.median(defaultExecutor),
      simulation: BenchRounds.median(simulation), wholeCase: BenchRounds.median(wholeCase),
      schedule: BenchRounds.median(schedule),
      steps: steps, rules: rules, databaseWrites: DatabaseWriteCost.measured())
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
