import SluiceSimulation
import XCTest

/// The same in the older test framework, whose tests run on other threads.
final class LegacyTests: XCTestCase {
  func testRunsFromASynchronousTest() throws {
    try Simulation.requireSupport()
    let now = Simulation().perform { simulation in
      simulation.spawn("sleeper") { @MainActor in try? await Task.sleep(for: .seconds(2)) }
      XCTAssertEqual(simulation.runToEnd(), .finished)
      simulation.end()
      return simulation.now
    }
    XCTAssertEqual(now, Instant(nanoseconds: 2_000_000_000))
  }

  func testRunsFromAnAsynchronousTest() async {
    let outcome = await Simulation().run {
      await Task { @MainActor in try? await Task.sleep(for: .seconds(2)) }.value
    }
    XCTAssertEqual(outcome, .finished)
  }

  @MainActor
  func testRunsFromTheMainActor() async {
    let outcome = await Simulation().run { await Task.yield() }
    XCTAssertEqual(outcome, .finished)
    MainActor.assertIsolated()
  }
}
