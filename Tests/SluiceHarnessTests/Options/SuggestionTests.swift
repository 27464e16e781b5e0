import SluiceHarness
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

  @Test("gives way to a list of what there is, where none is near and that is wanted")
  func list() {
    let known = (1...20).map { number in "subject-\(number)" }
    let far = UsageError.unknown("subject", "nobody", known: known, listsKnown: true)
    let lines = far.description.split(separator: "\n")
    #expect(lines.first == "there is no subject 'nobody'; there are")
    #expect(lines.dropFirst().allSatisfy { line in line.hasPrefix("  ") && line.count <= 80 })
    let listed = lines.dropFirst().joined().split { letter in " ,".contains(letter) }
    #expect(listed.map(String.init) == known)
    let near = UsageError.unknown("subject", "subject-2", known: ["subject-1"], listsKnown: true)
    #expect(near.description == "there is no subject 'subject-2'; did you mean subject-1?")
    let plain = UsageError.unknown("subject", "nobody", known: known)
    #expect(plain.description == "there is no subject 'nobody'")
  }
}
