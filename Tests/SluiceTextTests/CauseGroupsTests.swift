import SluiceText
import Testing

/// A failure as a test describes it.
private struct Failure: GroupedFailure {
  var cause: String
  var title: String
  var part = "a"
  var lineCount = 10
  var isHard = false
}

@Suite("Failures by their causes")
struct CauseGroupsTests {
  private static func groups(_ failures: [Failure]) -> [CauseGroups<Failure>.Group] {
    var groups = CauseGroups<Failure>()
    for failure in failures { groups.add(failure) }
    let families = groups.families(by: .none)
    #expect(groups.count == families.count)
    #expect(families.flatMap(\.also).isEmpty)
    return families.map(\.lead)
  }

  @Test("come in the order of their counts, and of equal counts in that in which they came up")
  func order() {
    let causes = ["rare", "first", "second", "second", "first", "most", "most", "most", "seldom"]
    let groups = Self.groups(causes.map { cause in Failure(cause: cause, title: cause) })
    #expect(groups.map(\.cause) == ["most", "first", "second", "rare", "seldom"])
    #expect(groups.map(\.count) == [3, 2, 2, 1, 1])
    #expect(groups.map(\.number) == [3, 1, 2, 0, 4])
  }

  @Test("show the smallest account, the first of equal ones")
  func smallest() {
    let sizes = [("one", 9), ("two", 7), ("three", 8), ("four", 7)]
    let groups = Self.groups(
      sizes.map { title, size in Failure(cause: "rule", title: title, lineCount: size) })
    #expect(groups.map(\.smallest.title) == ["two"])
    #expect(groups.first?.others == ["one", "three", "four"])
    #expect(groups.first?.untitled == 0)
  }

  @Test("show what is hard to understand only if nothing else is there")
  func hard() {
    let hard = Failure(cause: "rule", title: "hard", lineCount: 1, isHard: true)
    let easy = Failure(cause: "rule", title: "easy", lineCount: 1_000_000)
    #expect(Self.groups([hard, easy]).first?.smallest.title == "easy")
    #expect(Self.groups([easy, hard]).first?.smallest.title == "easy")
    #expect(Self.groups([hard]).first?.smallest.title == "hard")
  }

  @Test("keep five titles, and count the other cases and the parts of the run")
  func counts() {
    let groups = Self.groups(
      (1...9).map { number in
        Failure(cause: "rule", title: "\(number)", part: number < 3 ? "a" : "b")
      })
    #expect(groups.first?.others == ["2", "3", "4", "5", "6"])
    #expect(groups.first?.untitled == 3)
    #expect(groups.first?.parts == ["a": 2, "b": 7])
  }

  @Test("begin a sentence about the other cases, if there are any")
  func others() {
    let sentences = (1...3).map { count in
      let group = Self.groups((0..<count).map { Failure(cause: "rule", title: "\($0)") }).first
      return [false, true].map { isAdvice in group?.others(isAdvice: isAdvice) }
    }
    #expect(
      sentences == [
        [nil, nil], ["1 other case fails by", "1 other case breaks"],
        ["2 other cases fail by", "2 other cases break"],
      ])
  }

  @Test("have nothing to show without a failure")
  func empty() {
    #expect(Self.groups([]).isEmpty)
  }
}
