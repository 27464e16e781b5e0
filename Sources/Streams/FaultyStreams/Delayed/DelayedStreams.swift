import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that declare to hand values on later, and break what that promises: each is right in
/// every way but one.
package enum DelayedStreams {
  /// Every one, with the rule that has to say so and a shipped case in which it does.
  package static let all: [DeclaringSubject] = [
    keeper("debounces-and-forgets-the-last", .quiet, Forgets.self, "ordering.terminal-last", end),
    keeper(
      "throttles-and-forgets-the-last", .latest, ControlDelayed.Lead.self,
      "delivery.each-value-once", latest),
    keeper("debounces-too-long", .quiet, Debounce.self, "delivery.wakes-waiter", one, pause: 3),
    delay("delays-too-long", Late.self, "delivery.wakes-waiter", one),
    keeper("debounces-undeclared", .none, Debounce.self, "delivery.each-value-once", several),
    delay("merges-undeclared", Skips.self, "delivery.each-value-once", several),
    keeper("debounces-and-leaves-its-timer", .quiet, Leaves.self, "memory.tasks-ended", cancel),
    delay("delays-and-leaves-its-task", Sleeps.self, "memory.tasks-ended", cancel),
    keeper(
      "samples-and-hands-out-on-cancel", .latest, HandsOut.self, "cancellation.buffer-declared",
      cancel),
    keeper(
      "throttles-and-begins-its-interval-anew", .leading, StaysShut.self,
      "delivery.each-value-once", first),
    keeper(
      "throttles-by-the-first-too-late", .leading, ControlDelayed.Sample.self,
      "delivery.each-value-once", first),
    DeclaringSubject(
      "debounces-and-forgets-to-flush", "cancellation.buffer-declared", cancel,
      ControlDelayed.flushingTraits
    ) { source, options in
      ControlDelayed.keeping(Debounce.self, source, options)
    },
    DeclaringSubject(
      "delays-in-next-and-overhears-the-cancel", "cancellation.buffer-declared", cancel,
      ControlDelayed.inNext
    ) { source, options in
      PulledDelay<Overhears>(source: source, options: options, pause: ControlDelayed.pause)
    },
  ]

  private static let one = "a value that is kept back comes when its time is over"
  private static let several = "values that are kept back all come"
  private static let latest = "the latest of several values comes when their time is over"
  private static let first = "the first value of each interval comes at once/700us"
  private static let end = "what is kept back comes before the end"
  private static let cancel = "a consumer is cancelled while a value is kept back"

  private static func keeper<Steps: KeeperSteps>(
    _ name: String, _ merging: Traits.Merging, _ steps: Steps.Type, _ rule: String,
    _ scenario: String, pause times: Int = 1
  ) -> DeclaringSubject {
    DeclaringSubject(name, rule, scenario, ControlDelayed.traits(merging)) { source, options in
      ControlDelayed.keeping(steps, source, options, pause: ControlDelayed.pause * times)
    }
  }

  private static func delay<Steps: DelaySteps>(
    _ name: String, _ steps: Steps.Type, _ rule: String, _ scenario: String
  ) -> DeclaringSubject {
    DeclaringSubject(name, rule, scenario, ControlDelayed.traits(.none)) { source, options in
      StreamPerIteration {
        StreamPerIteration.Stream { continuation in
          Delay<Steps>.listen(to: source, options, ControlDelayed.pause, continuation)
        }
      }
    }
  }

  private typealias Debounce = ControlDelayed.Debounce
}

/// Drops what is kept back when the source ends.
private enum Forgets: KeeperSteps {
  static var restarts: Bool { true }
  static func last(_ kept: [SentinelElement]) -> [SentinelElement] { [] }
}

/// Begins its interval anew with each value that it leaves out.
private enum StaysShut: KeeperSteps {
  static var leads: Bool { true }
  static var restarts: Bool { true }
  static func keep(_ kept: [SentinelElement], _ element: SentinelElement) -> [SentinelElement] {
    []
  }
}

/// Lets its timer run out when its consumer is gone.
private enum Leaves: KeeperSteps {
  static var restarts: Bool { true }
  static var cancelsItsTimer: Bool { false }
}

/// Takes longer than it declares.
private enum Late: DelaySteps {
  static var excess: Duration { .milliseconds(1) }
}

/// Leaves out a value when the next is there.
private enum Skips: DelaySteps {
  static func isHandedOn(hasFollower: Bool) -> Bool { !hasFollower }
}

/// Sleeps on when its consumer is gone.
private enum Sleeps: DelaySteps {
  static var cancelsItsTask: Bool { false }
}

/// Hands out what it has kept back when its consumer is cancelled.
private enum HandsOut: KeeperSteps {
  static func rest(_ kept: [SentinelElement]) -> [SentinelElement] { kept }
}

/// Takes the end of its sleep for the end of its time.
private enum Overhears: PulledDelaySteps {
  static var listensToTheCancel: Bool { false }
}
