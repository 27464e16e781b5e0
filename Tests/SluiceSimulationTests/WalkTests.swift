import Dispatch
import SluiceSimulation
import Testing

/// The labels of four tasks of five events each, in the order of their turns.
private func turns(under scheduler: any Scheduler) -> [String] {
  var labels: [String] = []
  Simulation(scheduler: scheduler).perform { simulation in
    simulation.observe { entry in
      if labels.last != entry.event.label { labels.append(entry.event.label) }
    }
    for label in ["a", "b", "c", "d"] {
      simulation.spawn(label) { for _ in 0..<4 { await Task.yield() } }
    }
    _ = simulation.settle()
    simulation.end()
  }
  return labels
}

@Suite("Walk")
struct WalkTests {
  @Test("without change points the labels run one after the other, in each of their orders")
  func prioritiesAlone() {
    var orders: Set<[String]> = []
    for seed in 0..<400 {
      let turns = turns(under: PriorityWalk(seed: UInt64(seed), depth: 1, expectedChoices: 20))
      #expect(turns.count == 4)
      orders.insert(turns)
    }
    #expect(orders.count == 24)
  }

  @Test("each change point takes the turn from the label that has it, and gives it one more later")
  func changePoints() {
    let counts = (0..<400).map { seed in
      turns(under: PriorityWalk(seed: UInt64(seed), depth: 3, expectedChoices: 12)).count
    }
    #expect(Set(counts) == [4, 5, 6])
  }

  @Test("a racing line of a priority walk comes before a call, inside it and after it")
  func interruptions() {
    var places: [String: Int] = [:]
    for seed in 0..<600 {
      var now = "before"
      var place = ""
      let walk = PriorityWalk(seed: UInt64(seed), depth: 1, expectedChoices: 4)
      Simulation(scheduler: walk).perform { simulation in
        simulation.schedule("call") {
          now = "inside"
          simulation.offerInterruptions()
          now = "after"
        }
        simulation.race("line") { place = now }
        _ = simulation.settle()
        simulation.end()
      }
      places[place, default: 0] += 1
    }
    // Of three random priorities, the line's is the highest, the middle or the lowest; the caller's
    // above the line's leaves two of three, and in half of those the place's is below it.
    #expect((240...360).contains(places["before"] ?? 0))
    #expect((60...140).contains(places["inside"] ?? 0))
    #expect((140...260).contains(places["after"] ?? 0))
  }

  @Test("a random walk takes every order of independent events about equally often")
  func uniform() {
    var counts: [String: Int] = [:]
    for seed in 0..<2_400 {
      var order = ""
      Simulation(scheduler: RandomWalk(seed: UInt64(seed))).perform { simulation in
        for label in ["a", "b", "c", "d"] { simulation.schedule(label) { order += label } }
        _ = simulation.settle()
        simulation.end()
      }
      counts[order, default: 0] += 1
    }
    #expect(counts.count == 24)
    #expect(counts.values.allSatisfy { count in (60...140).contains(count) })
  }

  @Test("round robin lets nobody wait for more than one event of each other label")
  func fairness() {
    let turns = turns(under: RoundRobin())
    #expect(turns.count > 4 && turns.count.isMultiple(of: 4))
    for (position, label) in turns.enumerated() {
      #expect(label == ["a", "b", "c", "d"][position % 4])
    }
    var labels = ""
    Simulation(scheduler: RoundRobin()).perform { simulation in
      simulation.observe { entry in labels += entry.event.label }
      for _ in 0..<4 { simulation.schedule("a") {} }
      simulation.schedule("b") {}
      simulation.schedule("c") {}
      _ = simulation.settle()
      simulation.end()
    }
    #expect(labels == "abcaaa")
  }

  @Test("a recorder tells schedules apart by their digests, and counts choices and departures")
  func counting() {
    var courses: Set<String> = []
    var digests: Set<UInt64> = []
    for seed in 0..<300 {
      let walk = RandomWalk(seed: UInt64(seed))
      let recorder = RecordingScheduler(walk, seed: 0, keepsDepartures: true)
      courses.insert(course(under: recorder))
      digests.insert(recorder.digest)
      #expect(recorder.choices > 0)
      #expect(recorder.departureCount == recorder.departures.count)
    }
    #expect(courses.count > 250)
    #expect(digests.count == courses.count)
    let recorder = RecordingScheduler(FirstInFirstOut(), seed: 0, keepsDepartures: true)
    Simulation(scheduler: recorder).perform { simulation in
      simulation.schedule("a") {}
      _ = simulation.settle()
      simulation.end()
    }
    #expect(recorder.choices == 0)
  }
}

@Suite("Priority walk among many")
struct PriorityWalkTests {
  /// Two walks of one seed: one that ranks what is ready, and one that goes through all of it.
  private struct Both: Scheduler {
    var ranking: PriorityWalk
    var plain: PriorityWalk
    /// Each choice.
    let choices: Record<Chosen>

    init(seed: UInt64, choices: Record<Chosen>) {
      ranking = PriorityWalk(seed: seed, depth: 8, expectedChoices: 600)
      plain = ranking
      self.choices = choices
    }

    mutating func begin() { ranking.begin() }
    mutating func random() -> UInt64 { ranking.random() }
    mutating func choose(from ready: ReadyEvents) -> Int {
      let choice = ranking.choose(from: ready)
      choices.append(
        Chosen(
          count: ready.count, isInsideCall: ready.isInsideCall, choice: choice,
          isSame: choice == plain.take(from: ready)))
      return choice
    }
  }

  /// From how many a choice was, whether inside a call, and whether two walks chose the same.
  private struct Chosen {
    let count: Int
    let isInsideCall: Bool
    let choice: Int
    let isSame: Bool
  }

  @Test("chooses what one would that goes through all of it", arguments: 0..<20)
  func choices(_ seed: Int) {
    let all = choices(seed, racing: 10)
    #expect(all.contains { choice in choice.count > 80 })
    #expect(all.contains { choice in choice.count < 5 })
    #expect(all.allSatisfy { choice in choice.isSame })
  }

  @Test("chooses so inside a call, too, into which many may fall", arguments: 0..<20)
  func choicesInsideCalls(_ seed: Int) {
    let all = choices(seed, racing: 90).filter { choice in choice.isInsideCall }
    #expect(all.contains { choice in choice.count > 40 && choice.choice > 0 })
    #expect(all.contains { choice in choice.count > 40 && choice.choice == 0 })
    #expect(all.allSatisfy { choice in choice.isSame })
  }

  /// All choices of a run in which so many lines may fall into calls.
  private func choices(_ seed: Int, racing count: Int) -> [Chosen] {
    let choices = Record<Chosen>()
    Simulation(scheduler: Both(seed: UInt64(seed), choices: choices)).perform { simulation in
      simulation.stimulus("all") {
        let line = DispatchQueue(label: "line")
        for number in 0..<90 {
          simulation.spawn("task \(number % 30)") { for _ in 0..<6 { await Task.yield() } }
          line.async { simulation.schedule("later \(number % 7)") {} }
          if number.isMultiple(of: 90 / count) {
            simulation.race("line \(number)") { simulation.offerInterruptions() }
          }
        }
      }
      #expect(simulation.settle() == nil)
      simulation.end()
    }
    return choices.all
  }

  /// How many looks at events it takes to run so many that are ready at once.
  private func looks(_ count: Int) -> Int {
    let walk = PriorityWalk(seed: 1, depth: 3, expectedChoices: count)
    return Simulation(scheduler: walk).perform { simulation in
      simulation.stimulus("events") {
        for number in 0..<count { simulation.schedule("event \(number)") {} }
      }
      #expect(simulation.settle() == nil)
      defer { simulation.end() }
      return simulation.looksAtReadyEvents
    }
  }

  @Test("looks at each of those that are ready a few times, not at all of them for each choice")
  func growth() {
    let looks = [100, 400, 1_600].map { count in self.looks(count) / count }
    #expect(looks[0] >= 1)
    #expect(looks[1] <= looks[0] + 12 && looks[2] <= looks[1] + 12, "\(looks)")
  }
}
