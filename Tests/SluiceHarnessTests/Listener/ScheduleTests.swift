import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceSimulation
import Testing

@Suite("Right subject")
struct ScheduleTests {
  @Test("breaks nothing under any schedule that we try", arguments: Situation.all)
  func schedules(_ situation: Situation) { Self.expectRight(situation, seeds: 1...2) }

  fileprivate static func expectRight(_ situation: Situation, seeds: ClosedRange<UInt64>) {
    for subject in ListenerSubjects.right where situation.applies(to: subject) {
      for seed in seeds {
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

@Suite("Right subject under more schedules", .campaign)
struct ScheduleCampaign {
  @Test("breaks nothing under any schedule that we try", arguments: Situation.all)
  func schedules(_ situation: Situation) {
    ScheduleTests.expectRight(situation, seeds: 1...8)
  }
}
