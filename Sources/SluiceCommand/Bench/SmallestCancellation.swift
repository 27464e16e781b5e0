import SluiceScenarios

/// The scenario whose cost is measured: one consumer, one value, one cancel.
enum SmallestCancellation {
  private static let text = """
    format 1
    scenario "a waiting consumer is cancelled"
      timeline
        @0ms  S = listener.values()
              listener.send(1)
              expect S next 1
              cancel S
              expect S removed promptly
              expect S ended
    """

  /// The checked case; nil if the registry lacks its words.
  static func scenario(_ registry: Registry) -> ScenarioCase? {
    let path = "Scenarios/listener/cancellation/bench.scenario"
    let file = ScenarioReader(registry: registry).read(path: path, text: text).file
    return file?.cases.makeIterator().nextCase()
  }
}

extension ScenarioFile.Iterator {
  fileprivate func nextCase() -> ScenarioCase? {
    var iterator = self
    return iterator.next()
  }
}
