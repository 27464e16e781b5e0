import Dispatch
import Glibc
import SluiceSimulation
import Testing

@Suite("Actors that are shared with tasks outside")
struct SharedActorTests {
  private static func escape(of label: String, _ escapes: [Escape]) -> Escape? {
    escapes.first { escape in escape.kind == .sharedActor && escape.label == label }
  }

  @Test("are an escape where a thread outside runs a task of the simulation")
  func ranOutside() async throws {
    let shared = SharedActor()
    let begun = Record<Bool>()
    let isOver = DispatchSemaphore(value: 0)
    let log = Record<String>()
    await shared.occupy(begun, until: isOver)
    // No thread stands still for it, of which there may be no other for that task.
    while begun.all.isEmpty { await Task.yield() }
    let escapes = await Simulation().perform { simulation in
      simulation.spawn("consumer") { await shared.touch(log) }
      // It has joined the actor's queue, and nothing tells of that yet.
      #expect(simulation.settle() == nil)
      #expect(log.all.isEmpty)
      isOver.signal()
      // Far more often than it takes.
      var looks = 0
      while log.all.isEmpty, looks < 10_000_000 {
        sched_yield()
        looks += 1
      }
      guard case .escaped(let escapes) = simulation.settle() else { return [Escape]() }
      simulation.end()
      return escapes
    }
    #expect(log.all == ["outside"])
    let escape = try #require(Self.escape(of: "consumer", escapes))
    #expect(escape.description.hasPrefix("consumer shares an actor with a task outside"))
    #expect(escape.place?.contains("SharedActorTests") == true, "\(escape)")
  }

  @Test("are an escape where a thread of the simulation runs a task from outside")
  func ranInside() async throws {
    // Which thread leaves the actor last no simulation decides; one time in two it is the right
    // one.
    for _ in 0..<100 {
      let shared = SharedActor()
      let others = Keep()
      let threads = Record<pthread_t>()
      let outsider = Task.detached { await shared.wait(others) { threads.append(pthread_self()) } }
      while others.isEmpty { await Task.yield() }
      let (thread, halt) = await Simulation().perform { simulation in
        simulation.spawn("resumer") { await shared.resume(others) }
        let halt = simulation.settle()
        simulation.end()
        return (pthread_self(), halt)
      }
      await outsider.value
      guard threads.all.first == thread else { continue }
      guard case .escaped(let escapes) = halt else {
        Issue.record("\(String(describing: halt))")
        return
      }
      let escape = try #require(Self.escape(of: "resumer", escapes))
      #expect(escape.place?.contains("SharedActor.wait") == true, "\(escape)")
      return
    }
    Issue.record("no outsider ran on the simulating thread")
  }

  @Test("are none where only one simulation after the other uses them")
  func alone() async {
    let shared = SharedActor()
    let log = Record<String>()
    for _ in 0..<3 {
      let outcome = await Simulation().run {
        await withTaskGroup { group in
          for _ in 0..<3 { group.addTask { await shared.touch(log) } }
        }
      }
      #expect(outcome == .finished)
    }
    #expect(log.all == Array(repeating: "inside", count: 9))
  }
}
