import SluiceScenarios
import Testing

@Suite("Catalogue of codes")
struct CatalogueTests {
  @Test("every code has a title and an explanation", arguments: DiagnosticCode.allCases)
  func explanation(code: DiagnosticCode) {
    let explanation = code.explanation
    #expect(!explanation.title.isEmpty)
    #expect(explanation.explanation.hasSuffix("."))
    #expect(explanation.wrong.isEmpty == explanation.right.isEmpty)
  }

  @Test("the codes are S and four digits, in ascending order")
  func order() {
    let codes = DiagnosticCode.allCases.map(\.rawValue)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { code in code.count == 5 && code.hasPrefix("S") })
  }

  @Test(
    "the wrong example of a code gets this code alone, and the right one gets nothing",
    arguments: DiagnosticCode.allCases.filter { code in !code.explanation.wrong.isEmpty })
  func examples(code: DiagnosticCode) {
    let files = ["Scenarios/firestore/cancellation/known.scenario": "format 1\nlet known = 1\n"]
    let wrong = Reading.read(Self.framed(code.explanation.wrong, code: code), files: files)
    let codes = Set(wrong.diagnostics.map(\.code))
    #expect(codes == [code], "\(Reading.gcc(wrong))")
    let right = Reading.read(Self.framed(code.explanation.right, code: code), files: files)
    #expect(Reading.gcc(right) == "")
  }

  /// The example in the rest of a file.
  static func framed(_ example: String, code: DiagnosticCode) -> String {
    let word = String(example.prefix { letter in letter.isLetter })
    if word == "format" || code == .missingFormat { return example + "\n" }
    if ["use", "let", "flow", "scenario"].contains(word) { return "format 1\n" + example + "\n" }
    let attributes = [
      "rule", "tags", "edition", "requires", "about", "seed", "matrix", "schedule", "given",
      "timeline",
    ]
    if attributes.contains(word) {
      let timeline =
        example.contains("timeline")
        ? "" : "  timeline\n    L = firestore.document-snapshots(cities/SF)\n"
      return "format 1\nscenario \"s\"\n\(Reading.indented(example))\(timeline)"
    }
    let startsStream = example.contains("\nL = ") || example.hasPrefix("L = ")
    return startsStream ? Reading.timeline(example) : Reading.started(example)
  }
}
