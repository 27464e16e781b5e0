import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import Testing

@Suite("Unguarded stream")
struct UnguardedStreamTests {
  @Test("is among the subjects, and not among those that a rule catches")
  func isListed() {
    let subjects = ShippedGate.harness.subjectNames
    let caught = FaultyStreams.all.map { faulty in faulty.subject.name }
    for unguarded in UnguardedStreams.all {
      #expect(subjects.contains(unguarded.name))
      #expect(!caught.contains(unguarded.name))
    }
  }

  @Test("breaks no rule in any situation on one thread", arguments: UnguardedStreams.all)
  func isRight(_ unguarded: Subject) {
    for situation in Situation.all where situation.applies(to: unguarded) {
      let outcome = situation.run(unguarded)
      #expect(outcome.judge().violations.isEmpty, "\(situation.name)")
      #expect(outcome.stuck.isEmpty)
    }
  }
}
