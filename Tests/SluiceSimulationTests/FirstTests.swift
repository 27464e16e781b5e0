import SluiceSimulation
import Testing

@Suite("Simulation")
struct SimulationTests {
  @Test("runs a body to its end in virtual time")
  func basic() {
    let outcome = Simulation().run {
      try? await Task.sleep(for: .seconds(5))
      await Task.yield()
      async let x = 5
      _ = await x
      await MainActor.run { MainActor.assertIsolated() }
      #expect(Simulation.current?.now == Instant(nanoseconds: 5_000_000_000))
    }
    #expect(outcome == .finished)
  }
}
