import SluiceSimulation
import Testing

/// Runs four events in every order that a search gives, and returns the orders.
private func orders(under search: DepartureSearch) -> [String] {
  var orders: [String] = []
  while let run = search.nextRun() {
    let recorder = RecordingScheduler(run, seed: 0, keepsDepartures: false)
    var order = ""
    Simulation(scheduler: recorder).perform { simulation in
      for label in ["a", "b", "c", "d"] { simulation.schedule(label) { order += label } }
      _ = simulation.settle()
      simulation.end()
    }
    #expect(recorder.departureCount == run.departures)
    orders.append("\(run.departures)\(order)")
  }
  return orders
}

@Suite("Departure search")
struct DepartureSearchTests {
  @Test("tries every schedule once, those with fewer departures first")
  func order() {
    let search = DepartureSearch()
    let orders = orders(under: search)
    #expect(orders.first == "0abcd")
    #expect(orders.count == 24 && Set(orders).count == 24)
    #expect(orders.map { order in order.prefix(1) } == orders.map { $0.prefix(1) }.sorted())
    #expect(search.isExhausted)
  }

  @Test("with a bound, has exactly the schedules with as many departures", arguments: 0...4)
  func bound(bound: Int) {
    let search = DepartureSearch(departureBound: bound)
    #expect(orders(under: search).count == [1, 7, 18, 24, 24][bound])
    #expect(search.isExhausted == (bound >= 3))
    #expect(search.isCut == (bound < 3))
  }

  @Test("finds what the depth-first search finds, calls and queues included")
  func equality() {
    for seed in 0..<40 {
      let program = SearchProgram(seed: UInt64(seed))
      let depthFirst = ExhaustiveSearch()
      let ends = program.ends(under: depthFirst).ends
      let search = DepartureSearch()
      var found: Set<String> = []
      while let run = search.nextRun() { found.insert(program.end(under: run).end) }
      #expect(found == ends)
      #expect(search.runs == depthFirst.runs)
    }
  }

  @Test("ends, not exhausted, where a run offers other events than before")
  func divergence() {
    let search = DepartureSearch()
    var runs = 0
    while let run = search.nextRun() {
      runs += 1
      Simulation(scheduler: run).perform { simulation in
        for label in runs < 3 ? ["a", "b", "c"] : ["a", "b"] { simulation.schedule(label) {} }
        _ = simulation.settle()
        simulation.end()
      }
    }
    #expect(runs == 3)
    #expect(search.hasDiverged)
    #expect(!search.isExhausted)
  }
}
