import SluiceScenarios

/// The scenarios whose cost is measured: one consumer, one value, one cancel.
enum SmallestCancellation {
  /// Without a choice: one schedule is all there is.
  private static let plain = """
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

  /// With a choice: the value and the cancel race with the consumer and with each other.
  private static let racing = """
    format 1
    scenario "a cancel races a value"
      timeline
        @0ms  S = listener.values()
              race listener.send(1)
              race cancel S
              expect S removed promptly
              expect S ended
    """

  /// The checked case without a choice; nil if the registry lacks its words.
  static func scenario(_ registry: Registry) -> ScenarioCase? {
    checked(plain, registry)
  }

  /// The checked case with choices; nil if the registry lacks its words.
  static func racingScenario(_ registry: Registry) -> ScenarioCase? {
    checked(racing, registry)
  }

  private static func checked(_ text: String, _ registry: Registry) -> ScenarioCase? {
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
