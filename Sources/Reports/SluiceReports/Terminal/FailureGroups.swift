import SluiceText

/// The failures of a run by their causes: so that one mistake that fails a hundred cases is read
/// once.
///
/// The cause of a failure is the rule that it violates, or else the kind of its problem. Of each
/// cause the failure with the smallest account is kept, one in which nothing races if there is one,
/// with the names of a few others; so what is kept does not grow with the number of failures.
struct FailureGroups {
  /// The failures of one cause.
  struct Group {
    /// The rule, or the kind of the problem.
    let cause: String
    /// Which cause it was of the run, from 0.
    let number: Int
    /// How many cases failed by it.
    private(set) var count = 0
    /// The failure with the smallest account, the first of those.
    private(set) var smallest: Failure
    /// The titles of the first cases but the smallest.
    private(set) var others: [String] = []
    /// How many cases of each suite failed, without the suite's layer.
    private(set) var streams: [ByteOrderedName: Int] = [:]

    /// How many titles are kept.
    static let keptTitles = 5

    fileprivate init(_ cause: String, number: Int, _ first: Failure) {
      self.cause = cause
      self.number = number
      smallest = first
    }

    fileprivate mutating func add(_ failure: Failure) {
      count += 1
      streams[ByteOrderedName(failure.stream), default: 0] += 1
      guard count > 1 else { return }
      var other = failure
      if failure.weight < smallest.weight { swap(&smallest, &other) }
      if others.count < Self.keptTitles { others.append(other.title) }
    }
  }

  /// A failed case.
  struct Failure {
    let report: CaseReport
    let problem: CaseOutcome.Problem
    /// How much there is to read and to think about.
    let weight: Int

    init(_ report: CaseReport, _ problem: CaseOutcome.Problem) {
      self.report = report
      self.problem = problem
      // A reader begins with a failure that needs no special order, and with a full account, not
      // with a reference to that of another case.
      let isRace = report.properties.contains { property in property.name == "sluice.schedule" }
      let isHard = isRace || problem.failure.map { $0.isRace || $0.tellingCase != nil } ?? false
      let lines = problem.body.utf8.count { byte in byte == UInt8(ascii: "\n") }
      weight = lines + (isHard ? Self.raceWeight : 0)
    }

    /// More than any account has lines.
    private static let raceWeight = 1_000_000

    var title: String { report.title }

    /// The stream, as the suite is called without its last part, the layer.
    var stream: String { FailureGroups.stream(of: report) }
  }

  private var groups: [String: Group] = [:]

  /// How many causes there are.
  var count: Int { groups.count }

  /// Takes in a case that failed.
  mutating func add(_ report: CaseReport, _ problem: CaseOutcome.Problem) {
    let cause = problem.cause(in: report)
    let failure = Failure(report, problem)
    let number = groups.count
    groups[cause, default: Group(cause, number: number, failure)].add(failure)
  }

  /// The stream of a case, as its suite is called without the last part, the layer.
  static func stream(of report: CaseReport) -> String {
    report.suite.lastIndex(of: ".").map { dot in String(report.suite[..<dot]) } ?? report.suite
  }

  /// The groups, those of the most cases first; of equal ones, what came first.
  var sorted: [Group] {
    groups.values.sorted { left, right in
      (right.count, left.number) < (left.count, right.number)
    }
  }
}
