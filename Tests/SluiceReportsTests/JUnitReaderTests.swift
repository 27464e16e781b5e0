import Foundation
import SluiceReports
import Testing

@Suite("JUnit reader")
struct JUnitReaderTests {
  private static func read(_ text: String) throws -> (cases: [CaseReport], facts: JUnitFacts) {
    var cases: [CaseReport] = []
    let facts = try JUnitReader.read(Data(text.utf8)) { testcase in cases.append(testcase) }
    return (cases, facts)
  }

  @Test(
    "keeps the most severe outcome of a case, and the first of equals",
    arguments: [
      ("<failure message='1'>a</failure><skipped message='2'/>", "failure 1 a"),
      ("<skipped message='1'/><failure message='2'>b</failure>", "failure 2 b"),
      ("<error message='1'>a</error><failure message='2'>b</failure>", "error 1 a"),
      ("<failure message='1'>a</failure><error message='2'>b</error>", "error 2 b"),
      ("<failure message='1'>a</failure><failure message='2'>b</failure>", "failure 1 a"),
      ("<failure message='1'/><failure message='2'>b</failure>", "failure 1 "),
      ("<error message='1'/><skipped message='2'>b</skipped>", "error 1 "),
      ("<skipped message='1'/><skipped message='2'/>", "skipped 1"),
      ("<skipped message='1'><failure message='2'>b</failure></skipped>", "failure 2 b"),
      ("<failure message='1'>a<b>c</b><skipped message='2'/>d</failure>", "failure 1 acd"),
      ("<x><failure message='1'>a</failure></x>", "failure 1 a"),
      ("<failures message='1'>a</failures><rerunFailure/><system-err/>text", "passed"),
    ])
  func severity(elements: String, outcome: String) throws {
    let (cases, _) = try Self.read("<testsuite><testcase>\(elements)</testcase></testsuite>")
    let read =
      switch cases.first?.outcome {
      case .passed: "passed"
      case .skipped(let message): "skipped \(message)"
      case .failure(let problem): "failure \(problem.message) \(problem.body)"
      case .error(let problem): "error \(problem.message) \(problem.body)"
      case nil: "no case"
      }
    #expect(read == outcome && cases.count == 1)
  }

  @Test("gives each case the suite that it is in, also behind an inner one")
  func suites() throws {
    let text = """
      <testsuites><testcase name="0"/><testsuite name="a" hostname="h" timestamp="2">
        <testcase name="1"/>
        <testsuite name="b" hostname="i" timestamp="1"><testcase name="2"/></testsuite>
        <testsuite><testcase name="3" classname="c"/></testsuite>
        <group><testcase name="4"/></group>
      </testsuite><testcase name="5"/></testsuites>
      """
    let (cases, facts) = try Self.read(text)
    #expect(
      cases.map { "\($0.suite) \($0.classname) \($0.name)" } == [
        "  0", "a a 1", "b b 2", " c 3", "a a 4", "  5",
      ])
    #expect(facts.timestamp == "1" && facts.hosts == ["h", "i"])
  }

  @Test("gives a case its own output alone, and properties to a case or to the run")
  func output() throws {
    let text = """
      <testsuite><properties><property name="p" value="1"/><property value="0"/></properties>
      <system-out>suite</system-out><testcase name="a"><system-out>one</system-out>
      <flakyFailure><system-out>flaky</system-out></flakyFailure>
      <properties><property name="q"/></properties>
      <failure>body<system-out>inner</system-out></failure>
      <system-out><![CDATA[, two]]></system-out></testcase>
      <testcase name="b"/><system-out>suite</system-out>
      <properties><property name="p" value="2"/></properties></testsuite>
      """
    let (cases, facts) = try Self.read(text)
    #expect(cases.map(\.systemOut) == ["one, two", ""])
    #expect(cases.map(\.properties) == [[ReportProperty(name: "q", value: "")], []])
    #expect(cases.first?.outcome.problem?.body == "bodyinner")
    #expect(facts.properties == ["p": "1"])
  }

  @Test("reads line ends and tabs of attributes, which are references there")
  func attributes() throws {
    let (cases, _) = try Self.read("<testsuite><testcase name='a&#10;b&#9;c\n\td'/></testsuite>")
    #expect(cases.map(\.name) == ["a\nb\tc  d"])
  }

  @Test(
    "refuses what is no report, or a part of one, with the place and the reason",
    arguments: [
      ("", "it is no JUnit report, or a part of one: 1:1: the file is empty"),
      ("no markup", "it is no JUnit report, or a part of one: 1:1: no root element begins here"),
      ("<html></html>", "it is no JUnit report: its root is 'html'"),
      ("<html><", "it is no JUnit report: its root is 'html'"),
      ("<testcase/>", "it is no JUnit report: its root is 'testcase'"),
      (
        "<testsuites>",
        "it is no JUnit report, or a part of one: "
          + "1:13: the file ends before the element 'testsuites' of 1:1 does"
      ),
      (
        "<testsuites><",
        "it is no JUnit report, or a part of one: "
          + "1:14: the file ends before the tag of 1:13 does"
      ),
      (
        "<testsuites>\n<testsuite name=\"a\"></testsuites>",
        "it is no JUnit report, or a part of "
          + "one: 2:21: '</testsuites>' comes before the end tag of 'testsuite' of 2:1"
      ),
      (
        "<testsuites a></testsuites>",
        "it is no JUnit report, or a part of one: "
          + "1:14: '=' is missing"
      ),
      (
        "<testsuites a=\"></testsuites>",
        "it is no JUnit report, or a part of one: "
          + "1:17: the value of 'a' contains '<', which is written as '&lt;'"
      ),
      (
        "<testsuites/><testsuites/>",
        "it is no JUnit report, or a part of one: "
          + "1:14: the root element has ended, and only comments can follow it"
      ),
      (
        "<testsuite><testcase name='a'>\n<testcase/></testcase></testsuite>",
        "it is no JUnit report: 2:1: a 'testcase' is in the case 'a'"
      ),
      (
        "<testsuite><testcase name='a'><x><testsuite/></x></testcase></testsuite>",
        "it is no JUnit report: 1:34: a 'testsuite' is in the case 'a'"
      ),
      (
        "<testsuites>\n<testcase name='a' file='b' line='-1'/></testsuites>",
        "2:1: of the case 'a' the line is '-1'"
      ),
      (
        "<testsuite><testcase name='a' line='x'/></testsuite>",
        "1:12: of the case 'a' the line is 'x'"
      ),
      (
        "<testsuite><testcase name='a' time='1e999'/></testsuite>",
        "1:12: of the case 'a' the time is 'inf'"
      ),
      (
        "<testsuite><testcase name='a' time='1,5'/></testsuite>",
        "1:12: of the case 'a' the time is '1,5'"
      ),
      (
        "<testsuite><testcase name='a' assertions='1.5'/></testsuite>",
        "1:12: of the case 'a' the assertions is '1.5'"
      ),
    ])
  func unreadable(text: String, error: String) {
    let thrown = #expect(throws: JUnitReadingError.self) { try Self.read(text) }
    #expect(thrown?.description == error)
  }

  @Test("ends with a value or an error for what crashed Foundation's parser")
  func crashes() throws {
    #expect(try Self.read("<testsuites><?x?></testsuites>").cases == [])
    for text in [
      "<!DOCTYPE t [<!NOTATION n SYSTEM \"x\">]><testsuites/>", "<testsuites><?x></testsuites>",
    ] {
      #expect(throws: JUnitReadingError.self) { try Self.read(text) }
    }
    let bytes = Data("<testsuites a".utf8) + [0xB5] + Data("=\"1\"/>".utf8)
    let error = #expect(throws: JUnitReadingError.self) { try JUnitReader.read(bytes) { _ in } }
    #expect(
      error?.description
        == "it is no JUnit report, or a part of one: 1:14: the bytes are no UTF-8")
  }

  @Test("tells the cases before a problem, too")
  func partial() {
    var names: [String] = []
    #expect(throws: JUnitReadingError.self) {
      try JUnitReader.read(Data("<testsuite><testcase name='a'/><testcase name='b'>".utf8)) {
        names.append($0.name)
      }
    }
    #expect(names == ["a"])
  }

  @Test("looks at a number of bytes that grows with the size of the report")
  func cost() throws {
    for count in [100, 400, 1_600] {
      let testcase = "<testcase name='a' time='1'><failure message='m'>body</failure></testcase>"
      let text = "<testsuite>" + String(repeating: testcase, count: count) + "</testsuite>"
      var reader = JUnitCaseReader(Data(text.utf8))
      var cases = 0
      while try reader.next() != nil { cases += 1 }
      #expect(cases == count && reader.examined <= 3 * text.utf8.count)
    }
  }
}
