import SluiceCommand
import Testing

@Suite("Suggestion")
struct SuggestionTests {
  @Test(
    "is the nearest word, if it is near enough",
    arguments: [
      ("reference", "reference"), ("referense", "reference"), ("refernce", "reference"),
      ("erference", "reference"), ("refrnse", nil), ("plian", "plain"), ("plains", "plain"),
      ("main", nil), ("p", nil), ("", nil), ("réference", "reference"),
    ] as [(String, String?)])
  func nearest(_ name: String, _ suggestion: String?) {
    let error = UsageError.unknown("subject", name, known: ["reference", "plain", "standard"])
    #expect(error == .unknownName(kind: "subject", name: name, suggestion: suggestion))
  }

  @Test("is the first of equally near words")
  func first() {
    for known in [["cat", "car"], ["car", "cat"]] {
      let error = UsageError.unknown("verb", "cab", known: known)
      #expect(error == .unknownName(kind: "verb", name: "cab", suggestion: known[0]))
    }
  }

  @Test("is not sought for a word nobody typed")
  func long() {
    let name = String(repeating: "x", count: 10_000)
    let error = UsageError.unknown("verb", name, known: [name])
    #expect(error == .unknownName(kind: "verb", name: name, suggestion: nil))
  }
}
