import FaultyStreams
import SluiceCommand
import SluiceConformance
import SluiceRunner
import Testing

@Suite("Racing stream")
struct RacingStreamTests {
  @Test("is among the subjects, and not among those that a rule catches")
  func isListed() {
    let subjects = SluiceExecutor().subjectNames
    let caught = FaultyStreams.all.map { faulty in faulty.subject.name }
    for racing in RacingStreams.all {
      #expect(subjects.contains(racing.name))
      #expect(!caught.contains(racing.name))
    }
  }

  @Test("breaks no rule in any situation on one thread", arguments: RacingStreams.all)
  func isRight(_ racing: Subject) {
    for situation in Situation.all where situation.applies(to: racing) {
      let outcome = situation.run(racing)
      #expect(outcome.judge().violations.isEmpty, "\(situation.name)")
      #expect(outcome.stuck.isEmpty)
    }
  }
}
