import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceSpies
import Testing

@Suite("Situation")
struct SituationTests {
  @Test("runs to its end with every right subject", arguments: Situation.all)
  func end(_ situation: Situation) {
    for subject in ListenerSubjects.all where situation.applies(to: subject) {
      let outcome = situation.run(subject)
      #expect(outcome.mistake == nil, "\(subject.name)")
      #expect(outcome.halt == nil, "\(subject.name)")
      #expect(outcome.stuck.isEmpty, "\(subject.name)")
    }
  }

  @Test("gives the same log each time", arguments: Situation.all)
  func repeats(_ situation: Situation) {
    for subject in ListenerSubjects.all where situation.applies(to: subject) {
      #expect(situation.run(subject).entries == situation.run(subject).entries, "\(subject.name)")
    }
  }
}
