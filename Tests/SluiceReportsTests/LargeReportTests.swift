import Foundation
import SluiceReports
import Testing

@Suite("JUnit report of many cases")
struct LargeReportTests {
  @Test("fifty thousand cases in suites that take turns come out whole")
  func manyCases() throws {
    let directory = try TemporaryDirectory()
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    let suites = 50
    for number in 0..<50_000 {
      var testcase = SampleCases.passed("case \(number)", suite: "suite \(number % suites)")
      if number % 1_000 == 7 {
        testcase.outcome = .failure(CaseOutcome.Problem(type: "T", message: "m", body: "m\nb"))
      }
      try report.add(testcase)
    }
    #expect(try directory.names() == [])
    let totals = try report.close()
    #expect(totals.cases == 50_000)
    #expect(totals.failures == 50)
    #expect(try directory.names() == ["junit.xml"])
    let bytes = try directory.contents(of: "junit.xml")
    let root = try ParsedElement(xml: bytes)
    #expect(root.attributes["tests"] == "50000")
    #expect(root.attributes["failures"] == "50")
    #expect(root.children.count == suites)
    for suite in root.children {
      let cases = suite.all("testcase")
      #expect(suite.attributes["tests"] == "\(cases.count)")
      let numbers = cases.compactMap { $0.attributes["name"]?.split(separator: " ").last }
        .compactMap { Int($0) }
      #expect(numbers.count == 1_000)
      #expect(numbers == numbers.sorted())
    }
  }
}
