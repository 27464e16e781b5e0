import FakeDatabase
import Testing

@Suite("Cost of writes")
struct WriteCostTests {
  /// The most that ten times as many children may add to any figure.
  ///
  /// A balanced tree of ten times as many children is at most eight branches higher, and a write
  /// goes up and down a handful of them: the children by key and by rank, of what the server has
  /// and of what is shown, for two views.
  private static let greatestGrowth = 130

  @Test("one write costs steps that grow with the logarithm of the number of children")
  func growth() {
    let costs = [1, 10, 100, 1000, 10_000].map { WriteCost(children: $0) }
    for (less, more) in zip(costs, costs.dropFirst()) {
      #expect(more.greatest - less.greatest <= Self.greatestGrowth, "\(less) \(more)")
    }
    #expect(costs[4].greatest < 10_000 / 4)
    // Ten times the children add about the same again, and do not multiply.
    #expect(costs[4].greatest < 2 * costs[2].greatest)
  }

  @Test("listeners elsewhere cost a write nothing")
  func listenersElsewhere() {
    let alone = WriteCost(children: 100)
    let amongOthers = WriteCost(children: 100, listenersElsewhere: 2000)
    #expect(amongOthers.leavingWindow == alone.leavingWindow)
    #expect(amongOthers.enteringWindow == alone.enteringWindow)
    #expect(amongOthers.outsideWindow == alone.outsideWindow)
    #expect(amongOthers.acknowledgement == alone.acknowledgement)
    #expect(amongOthers.refusal == alone.refusal)
    #expect(amongOthers.atServer == alone.atServer)
    #expect(alone.leavingWindow > 0)
  }
}
