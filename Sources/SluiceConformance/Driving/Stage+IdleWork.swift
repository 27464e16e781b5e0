import SluiceSimulation
import SluiceSpies

extension Stage {
  /// How often in a row it is written down that a stream has woken itself up: one that does so for
  /// ever needs no longer log than one that does so twice.
  private static let mostIdleWork = 2
  /// The most events of one wake-up that are looked at.
  private static let largestWakeUp = 64

  /// Writes down that a stream has worked at an instant at which nothing else happened, as one does
  /// that has set a timer.
  ///
  /// What acts by the label of a consumer, or of the reading of a stream, is the stream's own work
  /// there: what the driver sets timers for, and a backend, has labels of its own.
  ///
  /// - Parameters:
  ///   - step: The last event before that instant.
  ///   - entries: How long the log was then.
  func noteIdleWork(afterStep step: Int, entries: Int) {
    guard log.count == entries else { return }
    let events = simulation.step - step
    guard events > 0, events <= Stage.largestWakeUp else { return }
    let labels = simulation.recentEvents(events).map { entry in entry.event.label }
    guard
      let first = labels.first,
      labels.allSatisfy({ $0.hasPrefix("consumer.") || $0.hasPrefix("access.") })
    else { return }
    let count = countIdleWork(entries)
    if count <= Stage.mostIdleWork {
      log.append(.jobScheduled(first))
      markQuiescence()
    }
    endIdleWork()
  }
}
