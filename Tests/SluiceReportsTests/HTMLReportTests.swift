import Foundation
import SluiceReports
import SluiceText
import Testing

@Suite("HTML report")
struct HTMLReportTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func page(
    _ cases: [(CaseReport, CaseDetails)], summary: RunSummary = RunSummary()
  ) throws -> ParsedElement {
    try directory.page(cases, summary: summary)
  }

  @Test("has each case once, the failures with a place to link to, and counts that add up")
  func cases() throws {
    let page = try page(SampleCases.all.map { one in (one, CaseDetails()) })
    let items = page.all("li").filter { item in item.first("i") != nil && item.first("b") == nil }
    #expect(items.count == SampleCases.all.count)
    // Each by its own name, and none twice.
    for one in SampleCases.all {
      let name = CleanText(line: one.name).string
      let own = items.filter { item in item.allText.contains(name) }
      #expect(own.count == 1, "\(name)")
    }
    let failures = page.elements("details", of: "f")
    #expect(failures.count == 2)
    let tiles = try #require(page.elements("ul", of: "tiles").first).all("b").map(\.allText)
    #expect(tiles == ["1", "1", "1", "2"])
    let title = try #require(page.first("title")).text
    #expect(title == "2 of 5 cases failed · sluice · sluice")
    let ids = page.everything.compactMap { element in element.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    // Whatever is linked to is there.
    for link in page.all("a") {
      let target = try #require(link.attributes["href"])
      #expect(target.hasPrefix("#") && ids.contains(String(target.dropFirst())), "\(target)")
    }
    for label in page.all("label") { #expect(ids.contains(label.attributes["for"] ?? "")) }
    #expect(try directory.names() == ["page.html"])
  }

  @Test("links to cases whose ids look alike in an address, to each by its own")
  func alike() throws {
    let long = String(repeating: "x", count: 200)
    let ids = ["a b", "a-b", "A b", "a  b", "<é>", "", long, long + "x"]
    let page = try page(
      ids.enumerated().map { number, id in
        var one = SampleFailure.report("case \(number)", rule: "r")
        one.id = id
        return (one, CaseDetails())
      })
    let anchors = page.elements("div", of: "bd").compactMap { body in body.attributes["id"] }
    #expect(Set(anchors).count == ids.count)
    #expect(anchors.allSatisfy { anchor in !anchor.utf8.contains(UInt8(ascii: " ")) })
    #expect(anchors[0].hasPrefix("a-b~"))
  }

  @Test("has the failures by their causes, those of the most cases first")
  func causes() throws {
    let page = try page(
      ["rare", "common", "common"].enumerated().map { number, rule in
        (SampleFailure.report("case \(number)", rule: rule), CaseDetails())
      })
    let sections = page.elements("section", of: "c")
    #expect(sections.map { one in one.first("h3")?.allText } == ["2 common", "1 rare"])
    #expect(sections.map { one in one.elements("details", of: "f").count } == [2, 1])
    let navigation = try #require(page.first("nav"))
    #expect(navigation.first("h2")?.text == "2 causes")
  }

  @Test("has a symptom below the cause that tells the fault, and a link to that")
  func symptoms() throws {
    var summary = RunSummary()
    summary.symptoms = Symptoms(["lead": ["symptom"]])
    let rules = ["symptom", "other", "lead", "lead", "lead", "other"]
    let page = try page(
      rules.enumerated().map { number, rule in
        (SampleFailure.report("case \(number)", rule: rule), CaseDetails())
      }, summary: summary)
    let sections = page.all("section").filter { section in
      section.attributes["class"].map(["c", "c al"].contains) == true
    }
    let heads = sections.compactMap { section in section.first("h3")?.allText }
    #expect(heads == ["3 lead", "1 symptom", "2 other"])
    let links = sections.map { section in section.first("p")?.first("a")?.attributes["href"] }
    #expect(links == [nil, "#cause~3", nil])
    let nav = try #require(page.first("nav"))
    #expect(nav.all("h2").first?.text == "3 causes, probably 2 faults")
    #expect(nav.all("ol").count == 2)
    #expect(nav.all("ol").last?.all("a").map(\.allText) == ["symptom 1"])
  }

  @Test("shows of a failure the line, why, the log with the entry to blame, and the command")
  func failure() throws {
    let page = try page([
      (SampleFailure.report("one", rule: "some.rule"), CaseDetails())
    ])
    let failure = try #require(page.elements("details", of: "f").first)
    #expect(failure.first("mark")?.first("u")?.text == "cancel S")
    #expect(failure.first("mark")?.allText == "13      cancel S")
    #expect(failure.elements("mark", of: "h").first?.first("i")?.text == "played here")
    #expect(failure.elements("pre", of: "px").first?.text == "rule: why\n  more")
    #expect(failure.first("code")?.text == "sluice run 'a b'")
    #expect(failure.elements("p", of: "bl").first?.allText.contains("S cancel") == true)
    let departures = try #require(failure.elements("table", of: "dp").first)
    #expect(departures.all("td").map(\.text) == ["0ms", "[a, b]", "b"])
    let rows = try #require(failure.elements("table", of: "d").first?.first("tbody")).children
    #expect(
      rows.map { row in row.attributes["class"] ?? "" } == [
        "u", "g", "a", "a", "z", "", "u", "u", "g",
      ])
    let blamed = rows[4]
    #expect(blamed.first("b")?.text == "to blame")
    #expect(blamed.children.map(\.allText) == ["to blame10ms", "5", "13", "cancel", "", ""])
    // A consumer adds a listener, and nothing goes on in other lanes.
    #expect(
      rows[2].children.map { cell in cell.attributes["class"] ?? "" } == [
        "", "", "", "w n s", "l n t", "",
      ])
    #expect(rows[3].children[3].attributes["class"] == "w")
    #expect(rows[3].children[4].attributes["class"] == "l o r")
    #expect(
      rows[5].children.map { cell in cell.attributes["class"] ?? "" }.suffix(3) == [
        "w v b", "l b", "",
      ])
    #expect(rows[6].children[3].attributes["class"] == "c")
    #expect(rows[6].children[3].text == "cancel returns")
    let box = try #require(failure.first("input"))
    #expect(failure.all("label").allSatisfy { $0.attributes["for"] == box.attributes["id"] })
    #expect(rows[1].first("label")?.text == "… 1 entry left out")
    #expect(rows[8].first("label")?.text == "… 41 entries left out")
  }

  @Test("shows the whole account where its parts are not known")
  func account() throws {
    var report = SampleCases.all[1]
    report.outcome = .failure(
      CaseOutcome.Problem(type: "T", message: "why", body: "why\nagain: sluice run"))
    let page = try page([(report, CaseDetails())])
    let body = try #require(page.elements("div", of: "bd").first)
    #expect(body.elements("pre", of: "px").first?.text.contains("again: sluice run") == true)
  }

  @Test("has what each rule said of each stream, a failure a click away")
  func matrix() throws {
    var held = CaseDetails()
    held.verdicts = [
      .init("b.rule", .held), .init("a.rule", .inapplicable), .init("c.rule", .inapplicable),
    ]
    var broken = CaseDetails()
    broken.verdicts = [.init("a.rule", .broken), .init("b.rule", .implied)]
    let page = try page([
      (SampleCases.passed("one", suite: "x.y.unit"), held),
      (SampleFailure.report("two", rule: "a.rule", suite: "x.z.unit"), broken),
      (SampleCases.passed("three", suite: "x.y.unit"), held),
    ])
    let matrix = try #require(page.elements("div", of: "sc mx").first)
    let rows = matrix.all("tr").map { row in row.children.map(\.allText) }
    #expect(rows == [["rule", "x.y", "x.z"], ["a.rule", "–", "1"], ["b.rule", "2", "1"]])
    // A row without a count would say nothing.
    #expect(
      page.elements("p", of: "lead").last?.text == "1 rule has no meaning for any of these streams."
    )
    let link = try #require(matrix.first("a")?.attributes["href"])
    let failure = try #require(page.elements("div", of: "bd").first?.attributes["id"])
    #expect(link == "#\(failure)")
  }

  @Test("needs nothing from elsewhere, and says so to the browser")
  func alone() throws {
    let page = try page([(SampleFailure.report("one", rule: "a"), CaseDetails())])
    for element in page.everything {
      for name in ["src", "srcset", "href", "action", "data", "poster", "background", "ping"] {
        guard let value = element.attributes[name] else { continue }
        #expect(value.hasPrefix("#") || value == "data:,", "\(element.name) \(name)=\(value)")
      }
    }
    let text = try directory.text(of: "page.html")
    for word in ["://", "url(", "@import", "fetch(", "XMLHttpRequest", "import("] {
      #expect(!text.contains(word), "\(word)")
    }
    let policy = page.all("meta").first { meta in meta.attributes["http-equiv"] != nil }
    #expect(policy?.attributes["content"]?.hasPrefix("default-src 'none';") == true)
  }

  @Test("names at most twenty thousand cases that passed, and counts the others")
  func manyPasses() throws {
    let report = try HTMLReport(path: directory.path("page.html"), header: JUnitHeader())
    var totals = ReportTotals()
    for number in 1...20_003 {
      let one = SampleCases.passed("\(number)")
      try report.add(one, CaseDetails())
      totals.count(one.outcome, time: one.realTime)
    }
    try report.close(RunSummary(), totals)
    let page = try ParsedElement(xml: directory.contents(of: "page.html"))
    #expect(page.elements("li", of: "un").map(\.text) == ["… 3 more that passed"])
    #expect(page.first("title")?.text == "all 20003 cases hold · sluice · sluice")
  }

  @Test("is under five megabytes with four hundred failures of usual length")
  func size() throws {
    let report = try HTMLReport(path: directory.path("page.html"), header: JUnitHeader())
    for number in 1...400 {
      let one = SampleFailure.report(
        "a case with a name of usual length \(number)", rule: "a.rule", failure: SampleFailure.long)
      try report.add(one, CaseDetails())
    }
    for number in 1...1_600 { try report.add(SampleCases.passed("\(number)"), CaseDetails()) }
    try report.close(RunSummary(), ReportTotals())
    let bytes = try directory.contents(of: "page.html").count
    #expect(bytes < 5_000_000)
  }

  @Test("stands whole in its place or not at all, and takes no more once it is closed")
  func place() throws {
    let path = directory.path("a/page.html")
    let report = try HTMLReport(path: path, header: JUnitHeader())
    try report.add(SampleCases.all[0], CaseDetails())
    let names = { try FileManager.default.contentsOfDirectory(atPath: directory.path("a")) }
    #expect(try names() == [])
    try report.close(RunSummary(), ReportTotals())
    #expect(try names() == ["page.html"])
    try report.close(RunSummary(), ReportTotals())
    #expect(throws: ReportError.closed(path: path)) {
      try report.add(SampleCases.all[0], CaseDetails())
    }
    #expect(
      throws: ReportError.unusableTarget(path: directory.path("a"), reason: "it is a directory")
    ) {
      try HTMLReport(path: directory.path("a"), header: JUnitHeader())
    }
  }

  @Test("says what was not tested, each part in an item of a list")
  func notTested() throws {
    let page = try page([], summary: RunSummary(notTested: SampleCases.notTested))
    let section = try #require(
      page.all("section").first { section in section.attributes["id"] == "untested" })
    #expect(section.all("li").map(\.allText).first == "1 of 5 cases, no groups here")
    #expect(section.all("li").count == 4)
    #expect(
      try self.page([]).all("section").allSatisfy { $0.attributes["id"] != "untested" })
  }

  @Test("says why it is of a part of the cases alone")
  func stopped() throws {
    let page = try page([], summary: RunSummary(interruption: "stopped by <SIGTERM>"))
    #expect(
      page.elements("p", of: "warn").first?.text == "stopped early: stopped by <SIGTERM>")
    #expect(page.first("title")?.text.hasPrefix("stopped after 0 cases") == true)
  }
}
