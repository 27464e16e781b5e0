import FaultyStreams
import SluiceConformance
import SluiceHarness
import Testing

@Suite("RuleMatrix")
struct RuleMatrixTests {
  private static let matrix = RuleMatrix(subjects: ListenerSubjects.all, situations: Situation.all)

  @Test("is the frozen one, byte for byte")
  func golden() throws { try GoldenFile("matrix.txt").expect(Self.matrix.text) }

  @Test("has the plain shapes break two rules before any other, and nothing else broken")
  func violations() {
    var violations: [String: Set<String>] = [:]
    for (rule, row) in zip(Self.matrix.rules, Self.matrix.cells) {
      for (subject, cell) in zip(Self.matrix.subjects, row) {
        switch cell {
        case .violated: violations[subject, default: []].insert(rule.id)
        case .violatedWithAnother, .held, .notExercised, .inapplicable: break
        }
      }
    }
    let known: Set = ["errors.sync-error-removes", "reentrancy.emit-in-remove"]
    #expect(violations == ["proposal": known, "vendor": known])
  }

  @Test("exercises every rule about listeners with the reference")
  func exercised() throws {
    let reference = try #require(Self.matrix.subjects.firstIndex(of: "reference"))
    // Nothing is assigned to an object here, there is one source, and nobody divides it. The
    // reference registers with its first next(), which is not a call that comes back before, reads
    // no present value, and is read from no object.
    let others = [
      FaultyAssignsStrongly.rule, Rule.noCrossTalk.id, Rule.concurrentNextContained.id,
      Rule.declaredPoint.id, Rule.presentCurrent.id, Rule.ownerDropEnds.id,
    ]
    for (rule, row) in zip(Self.matrix.rules, Self.matrix.cells)
    where !rule.traits.contains(.source) && !["container", "demand"].contains(rule.group)
      && !others.contains(rule.id)
    {
      #expect(row[reference] == .held, "\(rule.id)")
    }
  }
}
