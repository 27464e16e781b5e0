import FakeListener
import SluiceConformance
import SluiceProducts

/// Keeps who waits in an actor, with a flag that says whether it still waits: a value asks the
/// flag, a cancel does not.
///
/// What the listener is called with goes through a pipe to the actor, and so does a cancel; where
/// the cancel comes to it between a value and the consumer's next step, the continuation is resumed
/// twice.
enum FaultyAnswersFromAnActor {
  static let subject = Subject.overListener(
    "faulty-answers-from-an-actor", traits: Traits().with { $0.bufferOnCancel = .drains }
  ) { source, options in
    MailboxSequence(source: source, options: options)
  }
}

private struct MailboxSequence: AsyncSequence, Sendable {
  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> Iterator {
    Iterator(subscription: MailboxSubscription(source, options))
  }

  struct Iterator: AsyncIteratorProtocol {
    let subscription: MailboxSubscription

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await subscription.next()
    }
  }
}

/// Who waits, and for what.
private actor Mailbox {
  private var waiter: CheckedContinuation<SentinelElement?, any Error>?
  private var isWaiting = false
  private var buffer: [SentinelElement] = []
  private var end: Result<SentinelElement?, any Error>?

  func next() async throws -> SentinelElement? {
    if !buffer.isEmpty { return buffer.removeFirst() }
    if let end {
      self.end = .success(nil)
      return try end.get()
    }
    isWaiting = true
    defer { waiter = nil }
    return try await withCheckedThrowingContinuation { waiter in self.waiter = waiter }
  }

  func receive(_ event: ListenerEvent<SentinelElement>) {
    guard end == nil else { return }
    switch event {
    case .value(let element):
      guard !answer(.success(element)) else { return }
      buffer.append(element)
    case .failure(let error), .both(_, let error): finish(.failure(error))
    case .finish: finish(.success(nil))
    case .nothing: return
    }
  }

  private func finish(_ result: Result<SentinelElement?, any Error>) {
    end = answer(result) ? .success(nil) : result
  }

  func cancel() {
    end = end ?? .success(nil)
    waiter?.resume(returning: nil)
    waiter = nil
  }

  private func answer(_ result: Result<SentinelElement?, any Error>) -> Bool {
    guard isWaiting else { return false }
    isWaiting = false
    waiter?.resume(with: result)
    return true
  }
}

/// The consumer's side of one iteration.
private final class MailboxSubscription: Sendable {
  private typealias Event = ListenerEvent<SentinelElement>

  private let source: FakeListener<SentinelElement>
  private let options: ListenerOptions
  private let mailbox = Mailbox()
  private let latch = HandleLatch()
  private let events: AsyncStream<Event>
  private let pipe: AsyncStream<Event>.Continuation

  init(_ source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
    self.source = source
    self.options = options
    (events, pipe) = AsyncStream.makeStream()
  }

  deinit {
    Self.release(latch, pipe)
  }

  func next() async throws -> SentinelElement? {
    try await withTaskCancellationHandler {
      listen()
      return try await mailbox.next()
    } onCancel: {
      Self.release(latch, pipe)
      Task { [mailbox] in await mailbox.cancel() }
    }
  }

  private func listen() {
    guard latch.begin() else { return }
    Task { [latch, pipe, mailbox, events] in
      for await event in events {
        if event.isLast { Self.release(latch, pipe) }
        await mailbox.receive(event)
      }
    }
    do {
      let handle = try source.subscribe(options: options) { [latch, pipe] event in
        if !latch.isOver { pipe.yield(event) }
      }
      latch.handle = handle
      if latch.isOver { latch.takeHandle()?.remove() }
    } catch {
      pipe.yield(.failure(error))
      Self.release(latch, pipe)
    }
  }

  private static func release(_ latch: HandleLatch, _ pipe: AsyncStream<Event>.Continuation) {
    latch.isOver = true
    latch.takeHandle()?.remove()
    pipe.finish()
  }
}

extension ListenerEvent {
  fileprivate var isLast: Bool {
    switch self {
    case .failure, .both, .finish: true
    case .value, .nothing: false
    }
  }
}
