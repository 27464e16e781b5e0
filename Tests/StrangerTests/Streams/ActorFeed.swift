import SluiceTesting

/// A weather station that is an actor, and whose streams are asked for with `await`.
actor WeatherStation {
  private let source: FakeListener<Int>
  private var handles: [Int: ListenerHandle] = [:]
  private var lastNumber = 0

  init(_ source: FakeListener<Int>) { self.source = source }

  /// The readings from now on.
  func readings(leaks: Bool) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let isOver = Flag()
    lastNumber += 1
    handles[lastNumber] = source.addListener(
      .value { reading in if !isOver.isRaised { continuation.yield(reading) } })
    continuation.onTermination = { [number = lastNumber] _ in
      isOver.raise()
      Task { await self.stop(number, leaks: leaks) }
    }
    return stream
  }

  private func stop(_ number: Int, leaks: Bool) {
    let handle = handles.removeValue(forKey: number)
    if !leaks { handle?.remove() }
  }

  static let stranger = Stranger.awaited(
    "actor", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStreamPerIterator.with { traits in traits.removal = .settled },
    twinBreaks: "cancellation.suspended-removes",
    open: { source, leaks in await WeatherStation(source).readings(leaks: leaks) })
}
