import SluiceSimulation
import Testing

@Suite("Schedule")
struct ScheduleTests {
  private static let departure = Choice(
    step: 7, instant: Instant(nanoseconds: 25_000_001),
    ready: [
      EventName(label: "consumer.L", ordinal: 2), EventName(label: "stimulus.cancel", ordinal: 1),
    ], run: EventName(label: "stimulus.cancel", ordinal: 1))

  @Test("is written as a short text, which reads as the same schedule")
  func text() throws {
    let schedule = Schedule(seed: 42, departures: [Self.departure, Self.departure])
    let departure = "7@0.025000001s:stimulus.cancel#1<consumer.L#2"
    #expect(schedule.description == "seed=42;\(departure);\(departure)")
    #expect(try Schedule(parsing: schedule.description) == schedule)
    #expect(Schedule().description == "canonical")
    #expect(try Schedule(parsing: "canonical") == Schedule())
    #expect(try Schedule(parsing: "seed=3;canonical") == Schedule(seed: 3))
  }

  @Test(
    "is not read from a text with a mistake, which is named",
    arguments: [
      "", ";", "seed=;canonical", "seed=-1;canonical", "canonical;canonical", "7@0s:a#1",
      "7@0s:a#1<", "7@0s:<b#1", "@0s:a#1<b#1", "-1@0s:a#1<b#1", "7@0:a#1<b#1", "7@-1s:a#1<b#1",
      "7@1.s:a#1<b#1", "7@0.0000000001s:a#1<b#1", "7@99999999999999s:a#1<b#1", "7@0s:a#0<b#1",
      "7@0s:a#x<b#1", "7@0s:a#1<a#1", "7@0s:a#1<b#1,b#1", "7@0s:a#1#2<b#1",
    ])
  func mistakes(_ text: String) {
    #expect(throws: ScheduleError.self) { try Schedule(parsing: text) }
  }

  @Test("is followed to the letter, and what was recorded of it is the same again")
  func forced() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let recorder = RecordingScheduler(
        RandomWalk(seed: seed), seed: 0, keepsDepartures: true)
      let first = Self.trace(recorder)
      let schedule = Schedule(departures: recorder.departures)
      let forced = ForcedSchedule(schedule)
      #expect(Self.trace(forced) == first)
      #expect(forced.divergence == nil)
    }
  }

  @Test("tells apart the places in one event at which something may fall into it")
  func places() {
    var places: Set<Int> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      let recorder = RecordingScheduler(
        RandomWalk(seed: seed), seed: 0, keepsDepartures: true)
      let place = Self.place(under: recorder)
      let forced = ForcedSchedule(Schedule(departures: recorder.departures))
      #expect(Self.place(under: forced) == place)
      places.insert(place)
    }
    #expect(places == [0, 1, 2, 3, 4])
  }

  /// At which of three places a racing line falls into an event; 0 is before it, and 4 after it.
  private static func place(under scheduler: any Scheduler) -> Int {
    var now = 0
    var place = 0
    Simulation(scheduler: scheduler).perform { simulation in
      simulation.schedule("calls") {
        for _ in 1...3 {
          now += 1
          simulation.offerInterruptions()
        }
        now += 1
      }
      simulation.race("line") { place = now }
      _ = simulation.settle()
      simulation.end()
    }
    return place
  }

  @Test("has diverged where its events are not there at its step and its instant")
  func diverged() {
    for change in [
      { (row: inout ForcedSchedule.Row) in row.step = 1_000 },
      { row in row.instant = Instant(nanoseconds: 5) },
      { row in row.ready.insert(EventName(label: "x", ordinal: 1)) },
      { row in row.ready = [row.run] },
      { row in row.run = EventName(label: "x", ordinal: 1) },
    ] as [(inout ForcedSchedule.Row) -> Void] {
      let recorder = RecordingScheduler(RandomWalk(seed: 3), seed: 0, keepsDepartures: true)
      _ = Self.trace(recorder)
      var rows = recorder.departures.map { choice in
        ForcedSchedule.Row(
          step: choice.step, instant: choice.instant, ready: Set(choice.ready), run: choice.run)
      }
      change(&rows[0])
      let forced = ForcedSchedule(rows: rows, seed: 0)
      _ = Self.trace(forced)
      #expect(forced.divergence == rows[0])
    }
  }

  @Test("guides a run in which its departures make sense, and leaves out what makes none")
  func guided() {
    let recorder = RecordingScheduler(RandomWalk(seed: 3), seed: 0, keepsDepartures: true)
    let first = Self.trace(recorder)
    var schedule = Schedule(departures: recorder.departures)
    #expect(Self.trace(GuidedSchedule(schedule)) == first)
    schedule.departures.insert(Self.departure, at: 0)
    #expect(Self.trace(GuidedSchedule(schedule)) == first)
  }

  @Test("ends after so many departures where it is cut")
  func truncated() {
    for count in 0...3 {
      let recorder = RecordingScheduler(
        TruncatedScheduler(RandomWalk(seed: 3), departures: count), seed: 0, keepsDepartures: true)
      _ = Self.trace(recorder)
      #expect(recorder.departureCount == count)
    }
  }

  @Test("is told apart from others by the digest of its choices")
  func digests() {
    var digests: [UInt64: [String]] = [:]
    for seed in 1...200 as ClosedRange<UInt64> {
      let recorder = RecordingScheduler(
        RandomWalk(seed: seed), seed: 0, keepsDepartures: false)
      let trace = Self.trace(recorder)
      #expect(digests[recorder.digest].map { known in known == trace } != false)
      digests[recorder.digest] = trace
    }
    #expect(digests.count > 50)
    #expect(Set(digests.values).count == digests.count)
  }

  /// The events of a small run with many choices, in their order.
  private static func trace(_ scheduler: any Scheduler) -> [String] {
    var trace: [String] = []
    Simulation(scheduler: scheduler).perform { simulation in
      simulation.observe { entry in trace.append("\(entry)") }
      for name in ["a", "b", "c", "d"] {
        simulation.schedule(name) { simulation.schedule("\(name)2") {} }
      }
      _ = simulation.settle()
      _ = simulation.end()
    }
    return trace
  }
}
