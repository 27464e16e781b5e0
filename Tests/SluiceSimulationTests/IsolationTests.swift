import Dispatch
import SluiceSimulation
import Testing

@globalActor
private actor Background {
  static let shared = Background()
}

@Suite("Isolation")
struct IsolationTests {
  @Test("main-actor work is on the main actor: jobs, blocks, callbacks")
  func main() async {
    let seen = Record<String>()
    let outcome = await Simulation().run {
      await Task { @MainActor in
        MainActor.assertIsolated()
        dispatchPrecondition(condition: .onQueue(.main))
        seen.append("job")
      }.value
      DispatchQueue.main.async {
        MainActor.assumeIsolated { seen.append("block") }
        dispatchPrecondition(condition: .onQueue(.main))
      }
      if let simulation = Simulation.current {
        CallbackQueue(.main, in: simulation).async("callback") {
          MainActor.assumeIsolated { seen.append("callback") }
        }
      }
      try? await Task.sleep(for: .nanoseconds(1))
    }
    #expect(outcome == .finished)
    #expect(seen.all == ["job", "block", "callback"])
  }

  @Test("generic work is not on the main actor", .startsIdlePrograms)
  func generic() async {
    await #expect(processExitsWith: .failure) {
      _ = await Simulation().run { MainActor.assertIsolated() }
    }
    await #expect(processExitsWith: .failure) {
      _ = await Simulation().run { dispatchPrecondition(condition: .onQueue(.main)) }
    }
    await #expect(processExitsWith: .failure) {
      await Simulation().perform { simulation in
        CallbackQueue(in: simulation).async("callback") { MainActor.assumeIsolated {} }
        _ = simulation.settle()
      }
    }
    await #expect(processExitsWith: .failure) {
      await Simulation().perform { _ in MainActor.assumeIsolated {} }
    }
  }

  @Test("the main actor is not a generic executor", .startsIdlePrograms)
  func notOnMain() async {
    await #expect(processExitsWith: .failure) {
      _ = await Simulation().run {
        await Task { @MainActor in dispatchPrecondition(condition: .notOnQueue(.main)) }.value
      }
    }
  }

  @Test("a global actor's work is on that actor")
  func globalActor() async {
    let seen = Record<Bool>()
    let outcome = await Simulation().run {
      await Task { @Background in
        Background.shared.assertIsolated()
        await Task.yield()
        Background.shared.assertIsolated()
        seen.append(Simulation.current != nil)
      }.value
    }
    #expect(outcome == .finished)
    #expect(seen.all == [true])
  }
}
