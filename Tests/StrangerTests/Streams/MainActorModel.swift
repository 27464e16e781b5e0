import SluiceTesting

/// A class of the main actor that counts who observes it.
@MainActor final class BatteryModel {
  private let source: FakeListener<Int>
  private var observers: [Int: ListenerHandle] = [:]
  private var lastNumber = 0

  init(_ source: FakeListener<Int>) { self.source = source }

  /// The levels from now on.
  func levels(leaks: Bool) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let isOver = Flag()
      lastNumber += 1
      let number = lastNumber
      observers[number] = source.addListener(
        .value { level in if !isOver.isRaised { continuation.yield(level) } })
      continuation.onTermination = { _ in
        isOver.raise()
        Task { @MainActor in self.stop(number, leaks: leaks) }
      }
    }
  }

  private func stop(_ number: Int, leaks: Bool) {
    if !leaks { observers.removeValue(forKey: number)?.remove() }
  }

  nonisolated static let stranger = Stranger.awaited(
    "main-actor", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStreamPerIterator.with { traits in traits.removal = .settled },
    twinBreaks: "cancellation.suspended-removes",
    open: { source, leaks in
      await MainActor.run { BatteryModel(source).levels(leaks: leaks) }
    })
}
