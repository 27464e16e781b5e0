import Dispatch
import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams whose events, errors among them, go over a queue or through an actor before they reach
/// their consumer.
enum HoppingStreams {
  private static let traits = Traits.asyncThrowingStreamPerIterator.with { traits in
    traits.removal = .settled
  }

  /// Hands each callback to a serial queue, and removes there.
  static let overAQueue = Subject.overListener("right-hops-over-a-queue", traits: traits) {
    source, options in
    StreamPerIteration {
      StreamPerIteration.Stream { continuation in
        let queue = DispatchQueue(label: "events")
        let latch = HandleLatch()
        continuation.onTermination = { _ in
          latch.isOver = true
          queue.async { latch.takeHandle()?.remove() }
        }
        do {
          latch.handle = try source.subscribe(options: options) { event in
            queue.async { if !latch.isOver { continuation.hear(event) } }
          }
        } catch {
          queue.async { continuation.finish(throwing: error) }
        }
      }
    }
  }

  /// Adds, which may throw, and removes on a queue that all of its kind share.
  static let addingOnAQueue = Subject.overListener(
    "right-adds-on-a-shared-queue", traits: traits
  ) { source, options in
    StreamPerIteration {
      StreamPerIteration.Stream { continuation in
        let latch = HandleLatch()
        continuation.onTermination = { _ in
          latch.isOver = true
          registrations.async { latch.takeHandle()?.remove() }
        }
        registrations.async {
          guard !latch.isOver else { return }
          do {
            latch.handle = try source.subscribe(options: options) { event in
              if !latch.isOver { continuation.hear(event) }
            }
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }
  }

  private static let registrations = DispatchQueue(label: "registrations")

  /// Keeps its values in an actor, which it has to await for everything.
  static let throughAMailbox = Subject.overListener(
    "right-keeps-a-mailbox", traits: Traits().with { traits in traits.removal = .settled }
  ) { source, options in
    MailedSequence(source: source, options: options)
  }
}

private struct MailedSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> Iterator {
    Iterator(owner: Owner(mailbox: Mailbox(source: source, options: options)))
  }

  /// Whose end is the iterator's.
  final class Owner: Sendable {
    let mailbox: Mailbox

    init(mailbox: Mailbox) { self.mailbox = mailbox }

    deinit { Task { [mailbox] in await mailbox.cancel() } }
  }

  struct Iterator: AsyncIteratorProtocol {
    let owner: Owner

    func next() async throws -> SentinelElement? {
      let mailbox = owner.mailbox
      if Task.isCancelled {
        await mailbox.cancel()
        return nil
      }
      return try await withTaskCancellationHandler {
        try await mailbox.next()
      } onCancel: {
        Task { await mailbox.cancel() }
      }
    }
  }
}

private actor Mailbox {
  private typealias Answer = Result<SentinelElement?, any Error>

  private let source: FakeListener<SentinelElement>
  private let options: ListenerOptions
  private var buffer: [SentinelElement] = []
  private var terminal: Answer?
  private var waiter: CheckedContinuation<SentinelElement?, any Error>?
  private var handle: ListenerHandle?
  private var inbox: AsyncStream<ListenerEvent<SentinelElement>>.Continuation?
  private var hasBegun = false

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    self.source = source
    self.options = options
  }

  func next() async throws -> SentinelElement? {
    if !hasBegun, !Task.isCancelled { begin() }
    if !buffer.isEmpty { return buffer.removeFirst() }
    if let terminal {
      self.terminal = .success(nil)
      return try terminal.get()
    }
    return try await withCheckedThrowingContinuation { waiter in self.waiter = waiter }
  }

  func cancel() {
    hasBegun = true
    buffer = []
    end(with: .success(nil))
    terminal = .success(nil)
  }

  private func begin() {
    hasBegun = true
    let (events, inbox) = AsyncStream<ListenerEvent<SentinelElement>>.makeStream()
    self.inbox = inbox
    do {
      handle = try source.subscribe(options: options) { event in inbox.yield(event) }
    } catch {
      // Behind what was called back inside add.
      inbox.yield(.failure(error))
    }
    Task { for await event in events { hear(event) } }
  }

  private func hear(_ event: ListenerEvent<SentinelElement>) {
    guard terminal == nil else { return }
    switch event {
    case .value(let element):
      if let waiter = waiter.take() {
        waiter.resume(returning: element)
      } else {
        buffer.append(element)
      }
    case .failure(let error), .both(_, let error): end(with: .failure(error))
    case .finish: end(with: .success(nil))
    case .nothing: return
    }
  }

  private func end(with answer: Answer) {
    handle.take()?.remove()
    inbox.take()?.finish()
    if let waiter = waiter.take() {
      terminal = .success(nil)
      waiter.resume(with: answer)
    } else if terminal == nil {
      terminal = answer
    }
  }
}
