import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that have one listener for all who read them, in the ways in which apps write that.
enum ControlSharing {
  /// What each of these declares whose readers have an `AsyncThrowingStream` of their own.
  static let streaming = Traits.broadcast.with { traits in
    traits.registration = .iterator
    traits.bufferOnCancel = .drains
    traits.repeatsError = true
  }

  /// A class with a lock that gives each reader a stream.
  static let locked = Subject.overListener("right-shares-under-a-lock", traits: streaming) {
    source, options in
    HubSequence<RightHub>(source: source, options: options)
  }

  /// One that is written by hand, with a buffer for each reader.
  static let byHand = Subject.overListener("right-shares-by-hand", traits: .broadcast) {
    source, options in
    LatestSequence<FromNow>(source: source, options: options)
  }

  /// One that gives the latest value to whoever comes later.
  static let replaying = Subject.overListener(
    "right-replays-the-latest", traits: Traits.broadcast.with { $0.lateIterator = .latest }
  ) { source, options in
    LatestSequence<RightLatest>(source: source, options: options)
  }

  /// A task that reads a right stream for all of its sides.
  static let inATask = Subject.overListener(
    "right-shares-a-stream", traits: streaming.with { $0.removal = .settled }
  ) { source, options in
    ShareSequence<_, RightShare>(HandwrittenSequence<RightSteps>(source: source, options: options))
  }

  /// An `AsyncStream` that several read at once, each of whom gets a part of the values.
  static let kept = Subject.overListener("right-divides-a-stream", traits: .shared) {
    source, options in
    ControlStreams.listen(to: source, options, .unbounded)
  }

  /// The same by hand: a queue of values, or one of those who wait.
  static let dividing = Subject.overListener("right-divides-by-hand", traits: .shared) {
    source, options in
    DividedSequence<RightDivision>(source: source, options: options)
  }

  private enum RightDivision: DividedSteps {}

  /// An actor with a dictionary of continuations.
  static let onAnActor = Subject.overListener(
    "right-shares-on-an-actor", traits: awaiting
  ) { source, options in
    StationSequence(station: Station<RightStation>(source: source, options: options))
  }

  /// The same, which awaits something before it adds, and remembers meanwhile that it does.
  static let afterAnAwait = Subject.overListener("right-shares-after-an-await", traits: awaiting) {
    source, options in
    StationSequence(station: Station<RightConnection>(source: source, options: options))
  }

  /// A class with a lock whose first reader has a task add the listener.
  static let startedInATask = Subject.overListener(
    "right-shares-from-a-task", traits: streaming.with { $0.removal = .settled }
  ) { source, options in
    HubSequence<StartedInATask>(source: source, options: options)
  }

  /// What those declare whose readers are kept by an actor.
  static let awaiting = streaming.with { traits in
    traits.registration = .firstNext
    traits.removal = .settled
  }

  private enum RightStation: StationSteps {}

  private enum RightConnection: StationSteps {
    static func connect() async { await Task.yield() }
  }

  private enum StartedInATask: HubSteps {
    static func perform(_ add: @escaping @Sendable () -> Void) {
      Task {
        await Task.yield()
        add()
      }
    }
  }

  enum RightHub: HubSteps {}
  enum RightLatest: LatestSteps {}
  enum FromNow: LatestSteps {
    static func replay(_ latest: SentinelElement?) -> [SentinelElement] { [] }
  }
  enum RightShare: ShareSteps {}
}
