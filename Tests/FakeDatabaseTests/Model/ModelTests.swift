import Testing

@Suite("Random histories")
struct ModelTests {
  /// How many histories a part has, each of which is a test case of its own.
  private static let historiesInPart = 500

  @Test(
    """
    what listeners rebuild from child events is their last value, and that is the tree seen \
    through the query
    """, arguments: 0..<3)
  func histories(part: Int) { Self.expectRight(part) }

  fileprivate static func expectRight(_ part: Int) {
    for number in 0..<historiesInPart {
      var generator = HistoryGenerator(seed: UInt64(part * historiesInPart + number))
      let history = generator.history()
      guard let failure = ModelTests.failure(of: history) else { continue }
      let (shortest, reason) = ModelTests.shrunk(history, failure)
      let steps = shortest.map { "  \($0)" }.joined(separator: "\n")
      Issue.record("history \(part * historiesInPart + number): \(reason)\n\(steps)")
      return
    }
  }

  private static func failure(of history: [HistoryStep]) -> String? {
    do {
      try ModelWorld.run(history)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The history without what it fails without, too.
  private static func shrunk(
    _ history: [HistoryStep], _ failure: String
  ) -> ([HistoryStep], String) {
    var shortest = history
    var reason = failure
    var position = shortest.count - 1
    while position >= 0 {
      var shorter = shortest
      shorter.remove(at: position)
      if let failure = ModelTests.failure(of: shorter) {
        shortest = shorter
        reason = failure
        position = shortest.count
      }
      position -= 1
    }
    return (shortest, reason)
  }
}

@Suite("Many random histories", .campaign)
struct ModelCampaign {
  @Test(
    """
    what listeners rebuild from child events is their last value, and that is the tree seen \
    through the query
    """, arguments: 0..<20)
  func histories(part: Int) { ModelTests.expectRight(part) }
}
