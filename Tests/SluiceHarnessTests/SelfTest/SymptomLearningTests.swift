import ShippedGate
import SluiceConformance
import SluiceText
import Testing

@Suite("Symptoms that faulty streams teach")
struct SymptomLearningTests {
  private static func differences(
    _ streams: [[String: Int]], _ table: [String: [String]] = [:]
  ) -> [String] {
    SymptomLearning(from: streams).differences(from: Symptoms(table))
  }

  @Test("are what two streams and a third of those that fail by the cause fail by")
  func learned() {
    let both = [["a": 3, "b": 1], ["a": 2, "b": 2]]
    let alone = Array(repeating: ["a": 1], count: 4)
    #expect(
      Self.differences(both + alone) == [
        "b is a symptom of a, by 2 of 6 streams: LearnedSymptoms.swift says otherwise"
      ])
    #expect(Self.differences(both + alone, ["a": ["b"]]).isEmpty)
    // One stream less, or one more that does not fail by the symptom.
    #expect(Self.differences([both[0]] + alone).isEmpty)
    #expect(Self.differences(both + alone + [["a": 1]]).isEmpty)
  }

  @Test("belong to the cause of as many cases or more")
  func led() {
    let streams = [["a": 3, "b": 1], ["a": 2, "b": 1], ["a": 1, "b": 2]]
    #expect(Self.differences(streams, ["a": ["b"]]).isEmpty)
    #expect(
      Self.differences(streams, ["b": ["a"]]) == [
        "b is a symptom of a, by 3 of 3 streams: LearnedSymptoms.swift says otherwise",
        "a is not a symptom of b, by 3 of 3 streams: LearnedSymptoms.swift says otherwise",
      ])
  }

  @Test("are missed where the table has causes that no stream shows")
  func unseen() {
    #expect(
      Self.differences([], ["gone": ["b"]]) == [
        "b is not a symptom of gone, by 0 of 0 streams: LearnedSymptoms.swift says otherwise"
      ])
  }

  @Test("are rules of the catalogue and kinds of failures, none its own symptom")
  func names() {
    let known = Set(Rule.catalogue.map(\.id) + CaseFailure.Kind.allCases.map(\.rawValue))
    let table = Symptoms.learned.causes
    #expect(table.count > 50)
    for (cause, symptoms) in table {
      #expect(known.contains(cause), "\(cause)")
      #expect(symptoms.isSubset(of: known), "\(cause): \(symptoms.subtracting(known))")
      #expect(!symptoms.contains(cause) && !symptoms.isEmpty, "\(cause)")
    }
  }
}
