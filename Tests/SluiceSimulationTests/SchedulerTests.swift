import SluiceSimulation
import Testing

/// What became ready last runs first; it notes what it was asked.
private struct LastInFirstOut: Scheduler {
  let questions: Record<[String]>

  func begin() { questions.append(["begin"]) }

  func choose(from ready: ReadyEvents) -> Int {
    questions.append((0..<ready.count).map { ready.name(at: $0).description })
    return ready.count - 1
  }

  func random() -> UInt64 { 4 }
}

@Suite("Scheduler")
struct SchedulerTests {
  @Test("is asked for a choice where there is one, and obeyed")
  func choice() {
    let questions = Record<[String]>()
    var order: [String] = []
    Simulation(scheduler: LastInFirstOut(questions: questions)).perform { simulation in
      for label in ["a", "b", "c"] { simulation.schedule(label) { order.append(label) } }
      #expect(simulation.settle() == nil)
      #expect(simulation.random() == 4)
      simulation.end()
    }
    #expect(order == ["c", "b", "a"])
    #expect(questions.all == [["begin"], ["a#1", "b#1", "c#1"], ["a#1", "b#1"]])
  }

  @Test("has no choice within a serial queue, nor within the main actor's order")
  func lanes() {
    let questions = Record<[String]>()
    var order: [String] = []
    Simulation(scheduler: LastInFirstOut(questions: questions)).perform { simulation in
      let first = CallbackQueue(in: simulation)
      let second = CallbackQueue(in: simulation)
      let main = CallbackQueue(.main, in: simulation)
      first.async("first") { order.append("1a") }
      first.async("first") { order.append("1b") }
      second.async("second") { order.append("2a") }
      main.async("main") { order.append("ma") }
      let box = SimulationConfined { order.append("mb") }
      simulation.spawn("actor") { @MainActor in box.value() }
      #expect(simulation.settle() == nil)
      simulation.end()
    }
    #expect(order == ["ma", "mb", "2a", "1a", "1b"])
    #expect(questions.all[1] == ["first#1", "second#1", "main#1"])
  }

  @Test("first in, first out: equal seeds give equal numbers, and no part in the order")
  func numbers() {
    var first = FirstInFirstOut(seed: 1)
    var second = FirstInFirstOut(seed: 1)
    var third = FirstInFirstOut(seed: 2)
    let numbers = (0..<4).map { _ in first.random() }
    #expect(numbers == (0..<4).map { _ in second.random() })
    #expect(numbers != (0..<4).map { _ in third.random() })
    #expect(Set(numbers).count == 4)
  }
}
