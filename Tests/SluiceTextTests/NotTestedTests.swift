import SluiceText
import Testing

@Suite("Parts that were not tested")
struct NotTestedTests {
  private static func counted(
    _ reasons: [String], passed: Int = 0, sampled: Int = 0
  ) -> NotTested {
    var notTested = NotTested()
    for reason in reasons { notTested.count(leftOutFor: reason) }
    for number in 0..<passed { notTested.countPlayed(isSampled: number < sampled) }
    return notTested
  }

  private static func lines(_ notTested: NotTested, isWhole: Bool = false) -> [String] {
    notTested.text(isWhole: isWhole).rendered(columns: nil)
  }

  @Test("have no text where all cases were played under every schedule")
  func nothing() {
    #expect(Self.lines(NotTested()) == [])
    #expect(Self.lines(Self.counted([], passed: 3)) == [])
  }

  @Test("come by the number of their cases, and of equal numbers in the order of the run")
  func order() {
    let notTested = Self.counted(["rare", "first", "second", "first", "second"], passed: 1)
    #expect(notTested.leftOut.map(\.reason) == ["first", "second", "rare"])
    #expect(
      Self.lines(notTested) == [
        "2 of 6 cases, first", "2 of 6 cases, second", "1 of 6 cases, rare",
      ])
  }

  @Test("name five reasons, and count the cases of the others")
  func manyReasons() {
    let reasons = (1...7).flatMap { number in
      [String](repeating: "reason \(number)", count: 8 - number)
    }
    let notTested = Self.counted(reasons)
    #expect(Self.lines(notTested).count == 6)
    #expect(
      Self.lines(notTested).last == "3 of 28 cases, for 2 other reasons: see list --left-out")
    #expect(Self.lines(notTested, isWhole: true).count == 7)
  }

  @Test("name in a test what a test can ask for")
  func test() {
    let reasons = (1...6).map { number in "reason \(number)" }
    let lines = Self.counted(reasons, passed: 1, sampled: 1).text(for: .test)
      .rendered(columns: nil)
    #expect(
      lines.suffix(2) == [
        "1 of 7 cases, for 1 other reason: SLUICE_VERBOSE=1 names each",
        "1 of 1 case, not under every schedule: more by a larger 'schedules:'",
      ])
  }

  @Test("say how many cases have schedules that were not played")
  func sampled() {
    #expect(
      Self.lines(Self.counted(["reason"], passed: 3, sampled: 2)).last
        == "2 of 3 cases, not under every schedule: more by --schedules all")
  }

  @Test("name up to eight rules that have a meaning, of a whole run alone")
  func rules() {
    var notTested = Self.counted([], passed: 1)
    notTested.rules = (1...9).map { number in
      NotTested.Rule(
        id: "group.rule-\(number)", reason: number == 3 ? "why" : nil, isApplicable: number != 2)
    }
    #expect(Self.lines(notTested) == [])
    notTested.isOfWholeRun = true
    let names = [1, 4, 5, 6, 7, 8, 9].map { number in "group.rule-\(number)" }
    #expect(
      Self.lines(notTested) == [
        "rule group.rule-3, that no case exercised: why",
        "7 rules that no case exercised: \(names.joined(separator: ", "))", NotTested.outOfReach,
      ])
    notTested.rules.append(NotTested.Rule(id: "group.one-more", reason: nil, isApplicable: true))
    #expect(
      Self.lines(notTested) == [
        "9 rules that no case exercised: --verbose names each", NotTested.outOfReach,
      ])
    #expect(Self.lines(notTested, isWhole: true)[1].hasSuffix(", group.one-more"))
  }
}
