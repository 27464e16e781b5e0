import Glibc
import SluiceSimulation
import Testing

private typealias Action = SearchProgram.Action

@Suite("Exhaustive search")
struct ExhaustiveSearchTests {
  @Test("tries every order of events once", arguments: [(1, 1), (3, 6), (5, 120)])
  func orders(count: Int, orders: Int) {
    let program = SearchProgram(
      actions: (0..<count).map { Action(label: "\($0)", cells: [0]) })
    let result = program.ends(under: ExhaustiveSearch())
    #expect(result.runs == orders)
    #expect(result.ends.count == orders)
    #expect(result.isExhausted)
  }

  @Test("knows of no more runs to come than there are, and in the end of none", arguments: 0..<20)
  func sight(seed: Int) {
    let program = SearchProgram(seed: UInt64(seed))
    let total = program.ends(under: ExhaustiveSearch()).runs
    let search = ExhaustiveSearch()
    #expect(search.runsInSight == 1)
    while let run = search.nextRun() {
      _ = program.end(under: run)
      search.endRun()
      #expect(search.runs + search.runsInSight <= total)
      #expect(search.expectedRuns >= search.runs + search.runsInSight)
    }
    #expect(search.runs == total && search.expectedRuns == total)
    #expect(search.isExhausted)
  }

  @Test("says whether it has left out a schedule")
  func leftOut() {
    let dependent = SearchProgram(actions: (0..<3).map { Action(label: "\($0)", cells: [0]) })
    let independent = SearchProgram(actions: (0..<3).map { Action(label: "\($0)", cells: [$0]) })
    for (program, isLeftOut) in [(dependent, false), (independent, true)] {
      let search = ExhaustiveSearch(isReduced: true)
      _ = program.ends(under: search)
      #expect(search.isExhausted)
      #expect(search.hasLeftOut == isLeftOut)
    }
  }

  @Test("can have each of its runs repeated by the positions that it took")
  func repeated() {
    let program = SearchProgram(seed: 3)
    let search = ExhaustiveSearch()
    while let run = search.nextRun() {
      let end = program.end(under: run).end
      #expect(program.end(under: RepeatedRun(run.positions, seed: 0)).end == end)
    }
    #expect(search.runs > 1)
  }

  @Test("tries what may fall into a call before it, inside it and after it")
  func calls() {
    let program = SearchProgram(actions: [
      Action(label: "c", cells: [0, 0], isCall: true),
      Action(label: "r", kind: .racing, cells: [0]),
      Action(label: "s", kind: .racing, cells: [0]),
    ])
    let result = program.ends(under: ExhaustiveSearch())
    // Two letters anywhere around two calls' halves, in both orders.
    #expect(result.ends.count == 12)
    #expect(result.runs == 12)
  }

  @Test("with a bound, has exactly the schedules with as many departures", arguments: 0...4)
  func bound(bound: Int) {
    let program = SearchProgram(actions: (0..<4).map { Action(label: "\($0)", cells: [0]) })
    let result = program.ends(under: ExhaustiveSearch(departureBound: bound))
    // Four events have three choices; orders with 0, 1, 2 and 3 departures.
    #expect(result.runs == [1, 7, 18, 24, 24][bound])
    #expect(result.isExhausted == (bound >= 3))
  }

  @Test("reduced, runs independent events in one order and dependent ones in all")
  func reduced() {
    let program = SearchProgram(actions: [
      Action(label: "a", cells: [0]), Action(label: "b", cells: [1]),
      Action(label: "c", cells: [0]), Action(label: "d", cells: [2]),
      Action(label: "e", cells: [1]), Action(label: "f", cells: [3]),
    ])
    let result = program.ends(under: ExhaustiveSearch(isReduced: true))
    #expect(result.ends.count == 4)
    #expect(result.runs - result.redundantRuns == 4)
    #expect(result.redundantRuns <= 2)
    #expect(result.isExhausted)
  }

  @Test("reduced, finds what the full search finds, in no more runs")
  func soundness() {
    var runs = (full: 0, reduced: 0, redundant: 0)
    for seed in 0..<150 {
      let program = SearchProgram(seed: UInt64(seed))
      let full = program.ends(under: ExhaustiveSearch())
      let reduced = program.ends(under: ExhaustiveSearch(isReduced: true))
      #expect(full.isExhausted && reduced.isExhausted)
      #expect(reduced.ends == full.ends, "seed \(seed)")
      #expect(reduced.runs <= full.runs, "seed \(seed)")
      runs.full += full.runs
      runs.reduced += reduced.runs
      runs.redundant += reduced.redundantRuns
    }
    #expect(runs.reduced * 3 < runs.full)
  }

  @Test("reduced by a wrong independence, is caught at it by such programs")
  func wrongIndependence() {
    var losses = 0
    for seed in 0..<60 {
      let program = SearchProgram(seed: UInt64(seed))
      let full = program.ends(under: ExhaustiveSearch())
      let wrong = program.ends(under: ExhaustiveSearch(isReduced: true), ignoring: 0)
      #expect(wrong.ends.isSubset(of: full.ends))
      if wrong.ends != full.ends { losses += 1 }
    }
    #expect(losses > 10)
  }

  /// What two events do beside what their footprints tell, each in a way that shows their order.
  enum Unlogged: CaseIterable {
    case appendToQueue, makeEventsOfOneLabel, drawNumbers
  }

  @Test("reduced, sees by itself what events make and draw", arguments: Unlogged.allCases)
  func unlogged(_ unlogged: Unlogged) {
    let search = ExhaustiveSearch(isReduced: true)
    var ends: Set<String> = []
    while let run = search.nextRun() {
      var end: [String] = []
      Simulation(scheduler: run).perform { simulation in
        let queue = CallbackQueue(in: simulation)
        for label in ["a", "b"] {
          simulation.schedule(label) {
            switch unlogged {
            case .appendToQueue: queue.async("of \(label)") { end.append(label) }
            case .makeEventsOfOneLabel: simulation.schedule("one") { end.append(label) }
            case .drawNumbers: end.append("\(label) \(simulation.random())")
            }
          }
        }
        _ = simulation.settle()
        simulation.end()
      }
      search.learn(Array(repeating: .nothing, count: run.steps.count))
      ends.insert(end.joined(separator: " "))
    }
    #expect(ends.count == 2)
    #expect(search.isExhausted)
  }

  @Test("reduced, sees what an event makes after it has waited")
  func waited() {
    let search = ExhaustiveSearch(isReduced: true)
    var ends: Set<String> = []
    while let run = search.nextRun() {
      var end = ""
      Simulation(scheduler: run).perform { simulation in
        let queue = CallbackQueue(in: simulation)
        simulation.schedule("a") {
          usleep(1_000_000)
          queue.async("of a") { end += "a" }
        }
        simulation.schedule("b", after: .seconds(1)) { queue.async("of b") { end += "b" } }
        _ = simulation.advance(to: Instant.start.advanced(by: .seconds(2)))
        simulation.end()
      }
      search.learn(Array(repeating: .nothing, count: run.steps.count))
      ends.insert(end)
    }
    #expect(ends == ["ab", "ba"])
  }

  @Test("told nothing, reduces nothing")
  func untold() {
    let search = ExhaustiveSearch(isReduced: true)
    while let run = search.nextRun() {
      Simulation(scheduler: run).perform { simulation in
        for label in ["a", "b", "c"] { simulation.schedule(label) {} }
        _ = simulation.settle()
        simulation.end()
      }
    }
    #expect(search.runs == 6)
  }

  @Test("ends, not exhausted, where a run offers other events than before")
  func divergence() {
    let search = ExhaustiveSearch()
    var runs = 0
    while let run = search.nextRun() {
      runs += 1
      Simulation(scheduler: run).perform { simulation in
        for label in ["a", "b", "c\(runs / 3)"] { simulation.schedule(label) {} }
        _ = simulation.settle()
        simulation.end()
      }
    }
    #expect(runs == 3)
    #expect(search.hasDiverged)
    #expect(!search.isExhausted)
  }
}
