import SluiceConformance
import SluiceSpies
import Testing

@Suite("Growth of rules")
struct RuleGrowthTests {
  private static let sizes = [20, 80, 320]

  /// How many records are looked at until the evidence of a log is there, and then by each rule.
  private static func looks(at log: GrowingLog, _ size: Int) -> [Int] {
    var evidence = log.evidence(1)
    let filed = WorkCounter.steps { evidence = log.evidence(size) }
    return [filed]
      + Rule.catalogue.map { rule in
        WorkCounter.steps { _ = rule.check(evidence) }
      }
  }

  @Test("is that of the log, within its logarithm", arguments: GrowingLog.all)
  func growth(_ log: GrowingLog) {
    let looks = Self.sizes.map { size in Self.looks(at: log, size) }
    #expect(looks[0][0] > 0)
    let names = ["the evidence"] + Rule.catalogue.map { rule in rule.id }
    for (place, name) in names.enumerated() {
      let course = looks.map { looks in looks[place] }
      // Four times as many are two halvings more wherever something is searched for.
      let most = log.isOfPairs ? 17 : 6
      for (less, more) in zip(course, course.dropFirst()) where more > most * less + 300 {
        Issue.record("\(log): \(name) looks at \(course)")
        break
      }
    }
  }
}
