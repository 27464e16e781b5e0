import FaultyStreams
import SluiceConformance
import SluiceRunner
import SluiceText
import Testing

@Suite("Faulty stream of an app")
struct FaultyAppStreamTests {
  @Test("fails by the rule that names its fault, before any other", arguments: FaultyAppStreams.all)
  func caught(_ faulty: FaultyAppSubject) throws {
    let result = try ShippedScenarios.result(of: faulty.subject.name, in: faulty.caseID)
    guard case .failed(let problem) = result.outcome else {
      Issue.record("\(faulty): \(result.outcome)")
      return
    }
    #expect(problem.rule == faulty.rule, "\(problem.text().rendered)")
  }

  @Test("fails where right streams exercise the rule and hold it", arguments: FaultyAppStreams.all)
  func right(_ faulty: FaultyAppSubject) throws {
    for name in ["reference", "standard"] {
      let result = try ShippedScenarios.result(of: name, in: faulty.caseID)
      #expect(result.failure?.message == nil, "\(name)")
      let verdict = result.rules.first { rule in rule.rule == faulty.rule }?.verdict
      #expect(verdict == .held, "\(name)")
    }
  }
}
