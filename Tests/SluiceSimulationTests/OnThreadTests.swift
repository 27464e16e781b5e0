import Dispatch
import SluiceSimulation
import Synchronization
import Testing

@Suite("Work on the simulation's thread")
struct OnThreadTests {
  /// Whether so many small simulations in one call all come to their ends.
  private static func perform(_ count: Int) -> Bool {
    Simulation.onThread {
      (0..<count).allSatisfy { _ in Simulation().run { await Task.yield() } == .finished }
    } == true
  }

  @Test("performs any number of simulations, each as if it were alone")
  func many() {
    let outcomes = Simulation.onThread {
      (0..<3).map { _ -> Outcome in
        #expect(Simulation.current == nil)
        return Simulation().run { try? await Task.sleep(for: .seconds(1)) }
      }
    }
    #expect(outcomes == [.finished, .finished, .finished])
  }

  @Test("has the task-local values of where a simulation is called for")
  func locals() {
    let seen = Simulation.onThread {
      Local.$value.withValue(1) {
        let outer = Mutex(0)
        _ = Simulation().run { outer.withLock { value in value = Local.value } }
        return outer.withLock { value in value }
      }
    }
    #expect(seen == 1)
  }

  private enum Local {
    @TaskLocal static var value = 0
  }

  @Test("is given up where an event blocks the thread for good, and others go on")
  func givenUp() {
    let count = Mutex(0)
    let before = Simulation.threadsGivenUp
    let result = Simulation.onThread { () -> Int in
      count.withLock { count in count += 1 }
      _ = Simulation().run { wait(for: DispatchSemaphore(value: 0)) }
      count.withLock { count in count += 1 }
      return 1
    }
    #expect(result == nil)
    #expect(count.withLock { count in count } == 1, "nothing behind the deadlock is done")
    #expect(Simulation.threadsGivenUp > before)
    #expect(Simulation.onThread { Simulation().run {} } == .finished)
    // A simulation outside of such a call has its answer.
    let outcome = Simulation().run { wait(for: DispatchSemaphore(value: 0)) }
    guard case .deadlocked = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("of one process is one at a time: the others wait for it")
  func turns() async {
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { Self.perform(20) }
      }
      return await group.reduce(into: [Bool]()) { all, one in all.append(one) }
    }
    #expect(results == Array(repeating: true, count: 8))
  }
}
