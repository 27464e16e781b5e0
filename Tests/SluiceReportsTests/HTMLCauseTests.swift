import SluiceReports
import SluiceText
import Testing

@Suite("Causes on a page")
struct HTMLCauseTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let statement = "A listener goes."
  private static let meaning = RuleMeaning(statement, usualCause: "Nobody removes it.")

  /// A case that broke a rule.
  private static func report(
    _ name: String, _ meaning: RuleMeaning?, _ change: (inout CaseFailure) -> Void = { _ in }
  ) -> CaseReport {
    var failure = SampleFailure.failure(saying: name)
    failure.meaning = meaning
    change(&failure)
    return SampleFailure.report(name, rule: "some.rule", failure: failure)
  }

  /// The names of the failures, from top to bottom.
  private static func names(in page: ParsedElement) -> [String?] {
    page.elements("span", of: "ti").map { title in title.first("b")?.text }
  }

  @Test("say what the rule demands and its usual cause once, and a failure what differs")
  func meaning() throws {
    var old = Self.report("a", nil)
    old.outcome = .failure(CaseOutcome.Problem(type: "RuleViolation", message: "a"))
    let page = try directory.page(of: [
      old, Self.report("b", Self.meaning), Self.report("c", Self.meaning),
      Self.report("d", RuleMeaning(Self.statement, usualCause: "It is removed late.")),
      Self.report("e", nil),
    ])
    let section = try #require(page.elements("section", of: "c").first)
    #expect(
      section.elements("p", of: "mn").map(\.allText) == [
        "A listener goes.", "Usual cause Nobody removes it.",
      ])
    #expect(section.children.prefix(2).map(\.name) == ["h3", "p"])
    let explained = section.elements("details", of: "f").filter { one in
      one.all("h4").contains { heading in heading.text == "Why" }
    }
    #expect(
      explained.map { one in one.elements("pre", of: "px").first?.text } == [
        "rule: why\n  more", "rule: why\n  more", "rule: why\n  more",
        "usual cause: It is removed late.\nrule: why\n  more",
      ])
  }

  @Test("say of a rule without a usual cause what it demands alone")
  func statement() throws {
    let page = try directory.page(of: [Self.report("a", RuleMeaning(Self.statement))])
    #expect(page.elements("p", of: "mn").map(\.allText) == [Self.statement])
  }

  @Test(
    "that are no rules say what the kind of the failure means", arguments: CaseFailure.Kind.allCases
  )
  func kind(_ kind: CaseFailure.Kind) throws {
    var report = SampleCases.passed("a")
    report.outcome = .error(CaseOutcome.Problem(CaseFailure(kind, "a", line: 1)))
    let page = try directory.page(of: [report])
    #expect(page.elements("p", of: "mn").map(\.allText) == [kind.summary])
  }

  @Test("begin with the failure that shows the fewest lines, and what races comes last")
  func order() throws {
    func failure(
      _ name: String, _ rows: Int, hidden: Int = 0, _ change: (inout CaseFailure) -> Void = { _ in }
    ) -> CaseReport {
      Self.report(name, nil) { failure in
        failure.schedule = nil
        let all = (0..<(rows + hidden)).map { step in
          var row = LogPicture.Row(time: "0ms", step: step)
          row.cells = [LogPicture.Cell(lane: 0, text: "sends \(step)")]
          row.isExcerpt = step < rows
          return row
        }
        failure.log = LogPicture(
          lanes: [LogPicture.Lane(kind: .backend, name: "listener")], rows: all)
        change(&failure)
      }
    }
    let page = try directory.page(of: [
      failure("race", 1) { failure in failure.isRace = true },
      failure("schedule", 1) { failure in failure.schedule = ScheduleAccount("a walk") },
      failure("long", 5), failure("hiding", 3, hidden: 40), failure("short", 2),
      failure("as short", 2),
      failure("explained", 2) { failure in failure.details = [" a", " b", " c"] },
      failure("with a scenario", 2) { failure in
        failure.excerpts[0].lines += Array(repeating: "    cancel S", count: 8)
      },
    ])
    #expect(
      Self.names(in: page) == [
        "short", "as short", "explained", "hiding", "long", "with a scenario", "race", "schedule",
      ])
  }

  @Test("have the time of each failure and of each case as a number to sort by, if it took any")
  func times() throws {
    var slow = Self.report("slow", nil)
    (slow.virtualTime, slow.realTime) = (.milliseconds(1_500), .milliseconds(1_500))
    var passed = SampleCases.passed("passed")
    (passed.virtualTime, passed.realTime) = (.seconds(3_600), .seconds(3_600))
    let page = try directory.page(of: [slow, Self.report("fast", nil), passed])
    let times = page.elements("details", of: "f").map { one in one.attributes["data-t"] }
    #expect(Set(times) == ["1.500", nil])
    let items = try #require(page.elements("details", of: "su").first).all("li")
    #expect(items.map { one in one.attributes["data-t"] } == ["1.500", nil, "3600.000"])
    let choice = try #require(page.first("search"))
    #expect(choice.attributes["class"] == "fl js")
    let options = choice.all("option").map { option in option.attributes["value"] }
    #expect(options == ["", "state", "time"])
  }
}
