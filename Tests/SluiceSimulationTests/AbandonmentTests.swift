import SluiceSimulation
import Synchronization
import Testing

/// A simulation that nobody ends is ended by the release of its last reference, on whatever thread
/// that is.
@Suite("Abandonment")
struct AbandonmentTests {
  @Test("on another thread waits for its turn, as nothing may end beside a simulation that runs")
  func elsewhere() {
    let released = Record<String>()
    let outside = OutsideThread()
    let abandoned = Mutex<Simulation?>(Self.makeUnended(released))
    Simulation().perform { simulation in
      outside.run { abandoned.withLock { $0 = nil } }
      #expect(released.all.isEmpty)
      simulation.end()
    }
    // Its end stands in line before this one.
    _ = Simulation().perform { simulation in simulation.end() }
    #expect(released.all == ["released"])
  }

  @Test("on the simulation thread is the end at once")
  func inside() {
    let released = Record<String>()
    Simulation().perform { simulation in
      _ = Self.makeUnended(released)
      #expect(released.all == ["released"])
      simulation.end()
    }
  }

  /// Makes a simulation with an action that is yet to come.
  private static func makeUnended(_ released: Record<String>) -> Simulation {
    let simulation = Simulation()
    let sentinel = Sentinel { released.append("released") }
    simulation.perform { simulation in
      simulation.schedule("never", after: .seconds(1)) { withExtendedLifetime(sentinel) {} }
    }
    return simulation
  }
}
