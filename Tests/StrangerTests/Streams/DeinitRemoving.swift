import SluiceTesting
import Synchronization

/// A door whose observation ends with the object that stands for it.
struct Door: Sendable {
  let source: FakeListener<Int>

  func observe(_ body: @escaping @Sendable (Int) -> Void) -> Observation {
    Observation(of: source, body)
  }

  /// An observation, until nobody keeps it.
  final class Observation: Sendable {
    private let isOver = Flag()
    private let source: FakeListener<Int>
    private let token: ListenerToken

    init(of source: FakeListener<Int>, _ body: @escaping @Sendable (Int) -> Void) {
      self.source = source
      token = source.addObserver(
        .value { [isOver] value in if !isOver.isRaised { body(value) } })
    }

    deinit {
      isOver.raise()
      source.removeObserver(token)
    }
  }

  /// The openings from now on.
  func openings(leaks: Bool) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let keeper = Keeper()
      let observation = observe { opening in
        // The twin's observation keeps itself by its own callback.
        if leaks { _ = keeper.observation }
        continuation.yield(opening)
      }
      if leaks { keeper.keep(observation) }
      continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
    }
  }

  static let stranger = Stranger(
    "deinit-removing", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Door(source: source).openings(leaks: leaks) }
}

/// A strong reference to an observation.
private final class Keeper: Sendable {
  private let kept = Mutex<Door.Observation?>(nil)

  var observation: Door.Observation? { kept.withLock { kept in kept } }

  func keep(_ observation: Door.Observation) { kept.withLock { kept in kept = observation } }
}
