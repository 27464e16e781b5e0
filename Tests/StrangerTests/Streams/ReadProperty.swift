import SluiceTesting
import Synchronization

/// A charger with a level that can be read, beside a listener that is told of changes alone.
struct Charger: Sendable {
  let source: FakeListener<Int>

  var level: Int? { source.presentValue }

  func onChange(_ body: @escaping @Sendable (Int) -> Void) -> ListenerHandle {
    source.addListener(.value(body))
  }

  /// The level, and then each change.
  ///
  /// The listener is there before the level is read, and a level that a change has overtaken is
  /// dropped.
  func levels(leaks: Bool) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let isOver = Flag()
      let hasChanged = Mutex(false)
      let handle = onChange { level in
        guard !isOver.isRaised else { return }
        hasChanged.withLock { hasChanged in
          hasChanged = true
          continuation.yield(level)
        }
      }
      continuation.onTermination = { _ in
        isOver.raise()
        if !leaks { handle.remove() }
      }
      let first = level
      hasChanged.withLock { hasChanged in
        if let first, !hasChanged { continuation.yield(first) }
      }
    }
  }

  /// The same, wrong: a change between the reading and the add is lost.
  func staleLevels() -> AsyncStream<Int> {
    AsyncStream { continuation in
      let isOver = Flag()
      if let level { continuation.yield(level) }
      let handle = onChange { level in if !isOver.isRaised { continuation.yield(level) } }
      continuation.onTermination = { _ in
        isOver.raise()
        handle.remove()
      }
    }
  }

  /// The same, wrong: a change between the reading and the hand-over comes first.
  func overtakenLevels() -> AsyncStream<Int> {
    AsyncStream { continuation in
      let isOver = Flag()
      let handle = onChange { level in if !isOver.isRaised { continuation.yield(level) } }
      continuation.onTermination = { _ in
        isOver.raise()
        handle.remove()
      }
      if let level { continuation.yield(level) }
    }
  }

  static let traits = Traits.asyncStream.with { traits in traits.initialValue = .read }

  private static let elements = ListenerElements.listener(Int.self)
    .lacking(.fail, .finish, .sendNothing)

  static let stranger = Stranger(
    "read-property", over: elements, traits: traits, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Charger(source: source).levels(leaks: leaks) }

  /// The streams that show an older level.
  static let wrong = [
    Subject("stale", over: elements, traits: traits) { source in
      Charger(source: source).staleLevels()
    },
    Subject("overtaken", over: elements, traits: traits) { source in
      Charger(source: source).overtakenLevels()
    },
  ]
}
