import DemandStreams
import Testing

@Suite("Demand")
struct DemandTests {
  @Test("adds up, and is unlimited where it can't be counted")
  func adds() {
    #expect(Subscribers.Demand.max(2) + .max(3) == .max(5))
  }
}
