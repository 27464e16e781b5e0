import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that hand values on later by design, and say so.
enum ControlDelayed {
  /// How long they keep values back.
  static let pause = Duration.milliseconds(2)

  /// What each of these declares beside how it merges.
  static func traits(_ merging: Traits.Merging) -> Traits {
    Traits.asyncThrowingStreamPerIterator.with { traits in
      traits.latency = pause
      traits.merging = merging
    }
  }

  /// Hands on the last value when nothing has come for a while.
  static let debounced = subject("right-debounces", .quiet, Debounce.self)

  /// Hands on the first value at once, and then the latest each time that a while is over.
  static let throttled = subject("right-throttles", .latest, Throttle.self)

  /// Hands on the latest value a while after the first that it has kept back, and drops it where
  /// the source fails meanwhile.
  static let sampled = subject("right-samples", .latest, Sample.self)

  /// Hands on the first value at once, and none that comes while its interval lasts.
  static let leading = subject("right-throttles-by-the-first", .leading, Lead.self)

  /// The same for a second, as an app does it that counts taps.
  static let leadingForASecond = Subject.overListener(
    "right-throttles-by-the-first-of-a-second",
    traits: traits(.leading).with { traits in traits.latency = .seconds(1) }
  ) { source, options in
    keeping(Lead.self, source, options, pause: .seconds(1))
  }

  /// What a debounce declares that hands out what it keeps back when its consumer is cancelled.
  static let flushingTraits = traits(.quiet).with { traits in traits.bufferOnCancel = .flushes }

  /// Hands on the last value when nothing has come for a while, or when its consumer is cancelled.
  static let flushed = Subject.overListener(
    "right-flushes-when-cancelled", traits: flushingTraits
  ) { source, options in
    keeping(Flush.self, source, options)
  }

  /// Hands on several values together, each of them.
  static let collected = subject("right-holds-and-hands-on", .none, Collect.self)

  /// Hands on each value a while after it came.
  static let delayed = Subject.overListener("right-delays", traits: traits(.none)) {
    source, options in
    StreamPerIteration {
      StreamPerIteration.Stream { continuation in
        Delay<RightDelay>.listen(to: source, options, pause, continuation)
      }
    }
  }

  /// What a stream declares that sleeps in `next()`: it hears of a cancel when it is resumed.
  static let inNext = traits(.none).with { traits in
    traits.removal = .settled
    traits.bufferOnCancel = .drops
  }

  /// Hands on each value a while after it came, for which its consumer sleeps.
  static let pulled = Subject.overListener("right-delays-in-next", traits: inNext) {
    source, options in
    PulledDelay<RightPull>(source: source, options: options, pause: pause)
  }

  private static func subject<Steps: KeeperSteps>(
    _ name: String, _ merging: Traits.Merging, _ steps: Steps.Type
  ) -> Subject {
    .overListener(name, traits: traits(merging)) { source, options in
      keeping(steps, source, options)
    }
  }

  /// A stream of a keeper for each iteration.
  static func keeping<Steps: KeeperSteps>(
    _ steps: Steps.Type, _ source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    pause: Duration = pause
  ) -> StreamPerIteration {
    StreamPerIteration {
      StreamPerIteration.Stream { continuation in
        Keeper<Steps>(pause, continuation).listen(to: source, options)
      }
    }
  }

  enum Debounce: KeeperSteps {
    static var restarts: Bool { true }
  }

  enum Throttle: KeeperSteps {
    static var leads: Bool { true }
  }

  enum Lead: KeeperSteps {
    static var leads: Bool { true }
    static func keep(_ kept: [SentinelElement], _ element: SentinelElement) -> [SentinelElement] {
      []
    }
  }

  enum Flush: KeeperSteps {
    static var restarts: Bool { true }
    static func rest(_ kept: [SentinelElement]) -> [SentinelElement] { kept }
  }

  enum Sample: KeeperSteps {
    static func lastBeforeTheError(_ kept: [SentinelElement]) -> [SentinelElement] { [] }
  }

  enum Collect: KeeperSteps {
    static func keep(_ kept: [SentinelElement], _ element: SentinelElement) -> [SentinelElement] {
      kept + [element]
    }
  }

  enum RightDelay: DelaySteps {}

  enum RightPull: PulledDelaySteps {}
}
