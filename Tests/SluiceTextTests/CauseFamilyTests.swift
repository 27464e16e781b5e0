import SluiceText
import Testing

/// A cause as a test describes it.
private struct Cause: RankedCause {
  var cause: String
  var number = 0
  var parts: [String: Int]

  var count: Int { parts.values.reduce(0, +) }
}

@Suite("Causes with their symptoms")
struct CauseFamilyTests {
  private static let symptoms = Symptoms([
    "never removes": ["busy", "break"], "busy": ["rare", "never removes"], "break": ["busy"],
  ])

  /// The families of some causes with their counts in one part of a run.
  private static func families(_ causes: [(String, Int)]) -> [CauseFamily<Cause>] {
    CauseFamily.families(
      of: causes.enumerated().map { number, cause in
        Cause(cause: cause.0, number: number, parts: ["a": cause.1])
      }, by: symptoms)
  }

  private static func names(_ families: [CauseFamily<Cause>]) -> [[String]] {
    families.map { family in family.all.map(\.cause) }
  }

  @Test("put symptoms below the cause of most cases, the most frequent first")
  func lead() {
    let families = Self.families([("break", 3), ("other", 5), ("never removes", 9), ("busy", 4)])
    #expect(Self.names(families) == [["never removes", "busy", "break"], ["other"]])
  }

  @Test("have the more frequent of two causes lead that are symptoms of each other")
  func mutual() {
    #expect(
      Self.names(Self.families([("never removes", 2), ("busy", 3)])) == [["busy", "never removes"]])
    #expect(
      Self.names(Self.families([("busy", 3), ("never removes", 3)])) == [["busy", "never removes"]])
  }

  @Test("leave a cause alone that fails more cases than the cause whose symptom it is")
  func frequent() {
    #expect(Self.names(Self.families([("busy", 1), ("rare", 2)])) == [["rare"], ["busy"]])
  }

  @Test("don't hand on symptoms of symptoms")
  func direct() {
    #expect(
      Self.names(Self.families([("never removes", 9), ("busy", 5), ("rare", 1)]))
        == [["never removes", "busy"], ["rare"]])
  }

  @Test("explain nothing in a part of the run in which the cause does not come up")
  func parts() {
    let lead = Cause(cause: "never removes", number: 0, parts: ["a": 4, "b": 1])
    func family(_ parts: [String: Int]) -> [[String]] {
      let other = Cause(cause: "busy", number: 1, parts: parts)
      return Self.names(CauseFamily.families(of: [lead, other], by: Self.symptoms))
    }
    #expect(family(["a": 2, "b": 1]) == [["never removes", "busy"]])
    #expect(family(["a": 1, "c": 1]) == [["never removes"], ["busy"]])
  }

  @Test("are counted in words, with the number of faults where it differs")
  func counted() {
    func words(_ causes: [(String, Int)]) -> String {
      CauseFamily.counted(Self.families(causes))
    }
    #expect(words([]) == "0 causes")
    #expect(words([("other", 1)]) == "1 cause")
    #expect(words([("other", 1), ("rare", 1)]) == "2 causes")
    #expect(words([("never removes", 2), ("busy", 1)]) == "2 causes, probably 1 fault")
    #expect(
      words([("never removes", 2), ("busy", 1), ("other", 1)]) == "3 causes, probably 2 faults")
  }

  @Test("name 20 symptoms, and how many more there are")
  func listed() {
    func family(_ count: Int) -> CauseFamily<Cause>? {
      let names = (0..<count).map { number in "symptom \(number)" }
      let causes = names.enumerated().map { number, name in
        Cause(cause: name, number: number + 1, parts: ["a": 99 - number])
      }
      return CauseFamily.families(
        of: [Cause(cause: "lead", parts: ["a": 100])] + causes, by: Symptoms(["lead": names])
      ).first
    }
    #expect(family(0)?.alsoLines == [])
    #expect(family(0)?.alsoSentence == nil)
    #expect(
      family(2)?.alsoLines == [
        "also, usually by the same fault:", "  symptom 0: 99 cases", "  symptom 1: 98 cases",
      ])
    #expect(family(2)?.alsoSentence == "also, usually by the same fault: symptom 0, symptom 1")
    #expect(family(22)?.alsoLines.suffix(2) == ["  symptom 19: 80 cases", "  … 2 more"])
    #expect(family(22)?.alsoSentence?.hasSuffix(", symptom 19 and 2 more") == true)
  }
}
