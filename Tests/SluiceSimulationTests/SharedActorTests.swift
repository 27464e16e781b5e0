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
    let shared = SharedActor()
    let threads = Record<pthread_t>()
    let visitor = Visitor(of: shared) { threads.append(pthread_self()) }
    let (thread, halt) = await Simulation().perform { simulation in
      simulation.spawn("host") { await shared.letIn(visitor) }
      let halt = simulation.settle()
      simulation.end()
      return (pthread_self(), halt)
    }
    await visitor.end()
    #expect(threads.all == [thread], "an outsider ran on another thread than the simulating one")
    guard case .escaped(let escapes) = halt else {
      Issue.record("\(String(describing: halt))")
      return
    }
    let escape = try #require(Self.escape(of: "host", escapes))
    #expect(escape.place?.contains("SharedActor.welcome") == true, "\(escape)")
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
