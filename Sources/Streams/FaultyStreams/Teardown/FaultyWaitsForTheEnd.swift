import FakeListener

/// Breaks `teardown.break-removes`: nothing is done when the iterator goes; the listener stays
/// until the source ends.
enum FaultyWaitsForTheEnd: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "waits-for-the-end", Self.self, breaks: "teardown.break-removes", in: "break")

  static func drop(_ state: inout State) -> Effects { Effects() }
}
