import Foundation
import Glibc
import SluiceSimulation
import Synchronization
import Testing

/// What an outsider saw.
private struct Sight: Sendable {
  var isInside: Bool
  var wall: Double
  var monotonic: Duration
  /// How much virtual time had passed in the end.
  var passed: Duration
}

@Suite("Clocks of outsiders")
struct OutsiderClockTests {
  private static let began = ContinuousClock.now

  @Test("are real, and so are their sleeps, where an actor runs them on the simulating thread")
  func drained() async throws {
    let sight = try #require(await Self.look())
    #expect(sight.isInside)
    #expect(sight.wall > 1_700_000_000)
    #expect((.zero ..< .seconds(86_400)).contains(sight.monotonic))
    #expect(sight.passed == .zero)
  }

  private static func look() async -> Sight? {
    let shared = SharedActor()
    let sights = Record<(thread: pthread_t, wall: Double, monotonic: Duration)>()
    let began = Self.began
    let visitor = Visitor(of: shared) {
      usleep(1)
      sights.append((pthread_self(), Date().timeIntervalSince1970, ContinuousClock.now - began))
    }
    let (thread, end) = await Simulation().perform { simulation in
      simulation.spawn("host") { await shared.letIn(visitor) }
      _ = simulation.settle()
      let end = simulation.now
      simulation.end()
      return (pthread_self(), end)
    }
    await visitor.end()
    return sights.all.first.map { sight in
      Sight(
        isInside: sight.thread == thread, wall: sight.wall, monotonic: sight.monotonic,
        passed: Instant.start.duration(to: end))
    }
  }
}
