import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams whose adds take virtual time, as over a wire.
enum SlowAdds {
  /// Removes what is added for a consumer that is cancelled.
  static let right = Subject.overListener("right-adds-over-a-wire", traits: ControlSettled.traits) {
    source, options in
    ControlSettled.onAnActor(source, options, after: connect)
  }

  /// Breaks `cancellation.immediate`: it looks whether it is cancelled when its add has
  /// come back, and goes without a remove.
  static let forgetful = DeclaringSubject(
    "forgets-a-slow-add", "cancellation.immediate",
    "a consumer is cancelled while its start is under way", ControlSettled.traits
  ) { source, options in
    ControlSettled.onAnActor(source, options, after: connect, removesWhatIsLate: false)
  }

  /// Awaits its add in its first `next()`, and removes when its stream is cancelled.
  static let inNext = Subject.overListener("right-connects-in-its-next", traits: whenAsked) {
    source, options in
    ConnectingSequence(source: source, options: options, connect: connect)
  }

  private static let whenAsked = ControlSettled.traits.with { traits in
    traits.registration = .firstNext
  }

  /// Takes its time, also for a task that is cancelled.
  private static func connect() async {
    await Task { try? await Task.sleep(for: .milliseconds(20)) }.value
  }
}

/// A stream whose iterator adds when it is first asked, and awaits that.
private struct ConnectingSequence: AsyncSequence, Sendable {
  typealias Elements = AsyncThrowingStream<SentinelElement, any Error>

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions
  let connect: @Sendable () async -> Void

  func makeAsyncIterator() -> Iterator {
    Iterator(sequence: self)
  }

  struct Iterator: AsyncIteratorProtocol {
    let sequence: ConnectingSequence
    var elements: Elements.Iterator?

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      if elements == nil {
        elements = await sequence.add().makeAsyncIterator()
      }
      return try await elements?.next(isolation: actor)
    }
  }

  private func add() async -> Elements {
    let (elements, continuation) = Elements.makeStream()
    let latch = HandleLatch()
    let end: @Sendable () -> Void = {
      latch.isOver = true
      latch.takeHandle()?.remove()
    }
    do {
      try await source.adding(options: options) {
        await connect()
        latch.handle = try source.subscribe(options: options) { event in
          guard !latch.isOver else { return }
          do {
            guard try !continuation.takes(event) else { return }
            end()
            continuation.finish()
          } catch {
            end()
            continuation.finish(throwing: error)
          }
        }
        if latch.isOver { end() }
      }
      continuation.onTermination = { _ in end() }
    } catch {
      continuation.finish(throwing: error)
    }
    return elements
  }
}

extension DeclaringSubject {
  /// Every stream that is declared otherwise than the reference streams are, and breaks a rule.
  package static let all =
    SharingStreams.all + DelayedStreams.all + JoinedStreams.all + DroppingStreams.all
    + OwnedStreams.faulty
    + [
      SlowAdds.forgetful, FaultyReadsAndAddsInATask.subject, FaultyAddsWithItsSecondCall.subject,
    ]
}
