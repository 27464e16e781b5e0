import SluiceSimulation

/// The names of the events of a small run in the order that a scheduler gives them: three chains of
/// actions that call a backend, a queue with two actions, and two racing lines that may fall into
/// the calls.
func course(under scheduler: any Scheduler) -> String {
  var names: [String] = []
  Simulation(scheduler: scheduler).perform { simulation in
    simulation.observe { entry in names.append(entry.event.description) }
    for label in ["a", "b", "c"] { scheduleChain(label, of: 3, in: simulation) }
    let queue = CallbackQueue(in: simulation)
    for _ in 0..<2 { queue.async("q") {} }
    for _ in 0..<2 { simulation.race("r") {} }
    _ = simulation.settle()
    simulation.end()
  }
  return names.joined(separator: " ")
}

private func scheduleChain(_ label: String, of length: Int, in simulation: Simulation) {
  guard length > 0 else { return }
  simulation.schedule(label) {
    simulation.offerInterruptions()
    scheduleChain(label, of: length - 1, in: simulation)
  }
}
