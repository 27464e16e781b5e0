import SluiceReports
import SluiceText
import Testing

@Suite("Report of one verdict")
struct VerdictReportTests {
  @Test("keeps text of a subject between marks that it can't close, and clean")
  func markup() {
    var report = VerdictReport(introduction: ["A sentence."])
    report.add(heading: "Log")
    report.add(DisplayText(verbatim: "  1 `value`\n```\n# no heading\n````\n\u{1B}[2J\u{202E}x\ra"))
    #expect(
      report.text == """
        # A verdict of Sluice

        A sentence.

        ## Log

        `````text
          1 `value`
        ```
        # no heading
        ````
        \\u{202E}x\\u{D}a
        `````

        """)
  }
}
