import SluiceXCTest
import XCTest

nonisolated final class ThermometerXCTests: XCTestCase {
  @MainActor func testSimulation() throws {
    try simulate { stage in
      let thermometer = Thermometer(FakeListener<Int>(on: stage))
      thermometer.note([2, 1].map { degrees in degrees })
      stage.race { thermometer.note([3].map { degrees in degrees }) }
      stage.expect(thermometer.history.elementsEqual([1, 2, 3]) { left, right in left == right })
    }
  }

  @MainActor func testConformance() throws {
    try expectConformance(of: makeSubject(), only: waitingCase, schedules: 4, isolated: false)
  }
}
