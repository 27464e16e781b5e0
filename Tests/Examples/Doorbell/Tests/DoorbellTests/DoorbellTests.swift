import Doorbell
import SluiceXCTest
import XCTest

final class DoorbellTests: XCTestCase {
  func testConformance() throws {
    let rings = ListenerElements.listener(Int.self)
      .lacking(.finish, .refuse, .sendNothing, .sendBoth, .removeWithHandle)
    // Its doorbell is silent after an error.
    try expectConformance(
      of: Subject(
        "doorbell", over: rings, traits: .asyncThrowingStream,
        error: { error in (error as? DoorbellOutOfOrder)?.cause ?? error },
        open: { source in FakeDoorbell(source).rings }),
      notExercised: ["completion.late-callback-ignored"])
  }
}

/// A doorbell that rings when a scenario says so.
final class FakeDoorbell: Doorbell {
  private let slot: DelegateSlot<any DoorbellDelegate, Int>

  init(_ source: FakeListener<Int>) { slot = DelegateSlot(of: source) }

  var delegate: (any DoorbellDelegate)? {
    get { slot.delegate }
    set {
      slot.set(newValue) { delegate in
        .value(delegate.doorbellRang, onFailure: delegate.doorbellFailed)
      }
    }
  }
}
