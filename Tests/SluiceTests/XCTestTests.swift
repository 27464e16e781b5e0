import Sluice
import XCTest

/// The same in the older framework: what is thrown fails a test there as well.
final class XCTestTests: XCTestCase {
  func testAFailureIsThrownWithItsWholeText() throws {
    let leaking: (TestStage) -> Void = { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(.leaks))
      station.send(21)
      reader.expect(21)
      reader.cancel()
    }
    XCTAssertThrowsError(try simulate(leaking)) { error in
      let text = "\(error)"
      XCTAssert(text.hasPrefix("cancellation.suspended-removes: #1 was still registered"), text)
      XCTAssert(text.contains("} cancel"), text)
    }
  }

  func testARightStreamPasses() throws {
    try simulate(schedules: 20) { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade())
      station.send(21)
      reader.expect(21)
      XCTAssertEqual(reader.elements, [21])
    }
  }
}
