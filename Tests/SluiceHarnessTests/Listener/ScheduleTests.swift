import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceSimulation
import Testing

@Suite("Right subject")
struct ScheduleTests {
  @Test("breaks nothing under any schedule that we try", arguments: Situation.all)
  func schedules(_ situation: Situation) {
    for subject in ListenerSubjects.right where situation.applies(to: subject) {
      for seed in 1...8 as ClosedRange<UInt64> {
        let outcome = situation.run(subject, scheduler: AnyOrder(seed: seed))
        let broken = outcome.judge().primaryViolations.map { judgement in
          "\(judgement.rule.id): \(judgement.verdict)"
        }
        #expect(broken == [], "\(subject.name), seed \(seed)")
        #expect(outcome.halt == nil && outcome.stuck.isEmpty, "\(subject.name), seed \(seed)")
      }
    }
  }

  /// A scheduler that picks any ready event, by a seed.
  private struct AnyOrder: Scheduler {
    private var numbers: FirstInFirstOut

    init(seed: UInt64) { numbers = FirstInFirstOut(seed: seed) }

    mutating func begin() {}
    mutating func choose(from ready: ReadyEvents) -> Int {
      Int(numbers.random() % UInt64(ready.count))
    }
    mutating func random() -> UInt64 { numbers.random() }
  }
}
