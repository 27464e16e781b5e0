import SluiceConformance
import SluiceScenarios
import Testing

@Suite("Consumers that are over")
struct LeavingFormTests {
  /// The rules about who is cancelled, or leaves a stream that has ended.
  ///
  /// Those about a loop that leaves by itself have one form alone: such a loop never keeps its
  /// iterator. Nor has an iteration that never begins.
  private static let rules = Rule.catalogue.filter { rule in
    let isAbout = rule.id.hasPrefix("cancellation.") || rule.id.hasPrefix("teardown.")
    return rule.level == .must && isAbout && !oneForm.contains(rule.id)
  }

  private static let oneForm = [
    "teardown.break-removes", "teardown.throw-removes", "teardown.operator-end-removes",
    "teardown.iterator-drop-removes", "teardown.never-iterated", "teardown.released-while-held",
  ]

  @Test("keep their iterators in one case of each rule, and drop them in another", arguments: rules)
  func forms(_ rule: Rule) throws {
    let cases = try ShippedScenarios.cases().filter { $0.rules.contains(rule.id) }
    let leaving = cases.filter { scenario in
      scenario.timeline.contains { step in
        switch step.action {
        case .start(_, _, let options), .iterate(_, _, let options): options.leavesAtEnd
        case .perform, .control, .pull, .expect: false
        }
      }
    }
    #expect(!leaving.isEmpty, "no case of \(rule.id) has a consumer that 'leaves'")
    #expect(leaving.count < cases.count, "no case of \(rule.id) has one that keeps its iterator")
  }
}
