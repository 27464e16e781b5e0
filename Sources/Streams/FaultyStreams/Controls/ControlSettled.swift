import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that can't remove within the call that cancels, and say so: they declare to settle.
enum ControlSettled {
  /// What a stream of a type of the standard library declares that has a task of its own.
  static let traits = Traits.asyncThrowingStreamPerIterator.with { traits in
    traits.removal = .settled
  }

  /// Listens in a task of its own, which removes when its loop is over.
  static let inATask = Subject.overListener("right-settles-in-a-task", traits: traits) {
    source, options in
    StreamPerIteration {
      forwarding { continuation in
        let (events, inbox) = AsyncStream<ListenerEvent<SentinelElement>>.makeStream()
        var handle: ListenerHandle?
        defer { handle?.remove() }
        do {
          handle = try source.subscribe(options: options) { event in inbox.yield(event) }
        } catch {
          inbox.yield(.failure(error))
        }
        for await event in events {
          guard try continuation.takes(event) else { return }
        }
      }
    }
  }

  /// Listens in a task of its own through an actor, which it has to await for its add and its
  /// remove.
  static let onAnActor = Subject.overListener("right-settles-on-an-actor", traits: traits) {
    source, options in
    onAnActor(source, options)
  }

  /// A stream over an actor.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: The listener's options.
  ///   - connect: What is awaited before the actor adds.
  ///   - removesWhatIsLate: Whether what is added for a consumer that is cancelled is removed.
  /// - Returns: A stream whose add and remove have to be awaited.
  static func onAnActor(
    _ source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    after connect: @escaping @Sendable () async -> Void = {}, removesWhatIsLate: Bool = true
  ) -> StreamPerIteration {
    StreamPerIteration {
      forwarding { continuation in
        let listeners = Listeners(source: source, options: options)
        let (events, inbox) = AsyncStream<ListenerEvent<SentinelElement>>.makeStream()
        do {
          try await source.adding(options: options) {
            await connect()
            try await listeners.add { event in inbox.yield(event) }
          }
          if Task.isCancelled, !removesWhatIsLate { return }
        } catch {
          inbox.yield(.failure(error))
        }
        do {
          for await event in events {
            guard try continuation.takes(event) else { break }
          }
        } catch {
          await listeners.remove()
          throw error
        }
        await listeners.remove()
      }
    }
  }

  /// Wakes its consumer when that is cancelled, and removes in a task.
  static let removingInATask = Subject.overListener(
    "right-settles-its-removes", traits: Traits().with { traits in traits.removal = .settled }
  ) { source, options in
    HandwrittenSequence<RemovingInATask>(source: source, options: options)
  }

  /// Takes several steps for its removes, and several to answer.
  static let slowly = Subject.overListener(
    "right-settles-slowly", traits: Traits().with { traits in traits.removal = .settled }
  ) { source, options in
    SlowSequence(base: HandwrittenSequence<RemovingSlowly>(source: source, options: options))
  }

  /// A stream that a task of its own feeds: it ends with what the body does, and is cancelled with
  /// the stream's consumer.
  private static func forwarding(
    _ body: @escaping @Sendable (StreamPerIteration.Stream.Continuation) async throws -> Void
  ) -> StreamPerIteration.Stream {
    StreamPerIteration.Stream { continuation in
      let task = Task {
        do {
          try await body(continuation)
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private enum RemovingInATask: HandwrittenSteps {
    static func perform(_ effects: Effects) {
      if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
      if let handle = effects.removed { Task { handle.remove() } }
    }
  }

  private enum RemovingSlowly: HandwrittenSteps {
    static func perform(_ effects: Effects) {
      if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
      guard let handle = effects.removed else { return }
      Task {
        await takeSteps()
        handle.remove()
      }
    }
  }

  private static func takeSteps() async {
    for _ in 0..<5 { await Task.yield() }
  }

  private struct SlowSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let base: HandwrittenSequence<RemovingSlowly>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      let base: HandwrittenIterator<RemovingSlowly>

      func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
        let element = try await base.next(isolation: actor)
        await takeSteps()
        return element
      }
    }
  }

  /// An interface whose listeners are added and removed with `await`.
  private actor Listeners {
    private let source: FakeListener<SentinelElement>
    private let options: ListenerOptions
    private var handle: ListenerHandle?

    init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
      self.source = source
      self.options = options
    }

    func add(_ listener: @escaping @Sendable (ListenerEvent<SentinelElement>) -> Void) throws {
      handle = try source.subscribe(options: options, listener)
    }

    func remove() {
      handle?.remove()
      handle = nil
    }
  }
}

extension AsyncThrowingStream.Continuation
where Element == SentinelElement, Failure == any Error {
  /// Hands on what an event brings, and says whether there is more to come.
  func takes(_ event: ListenerEvent<SentinelElement>) throws -> Bool {
    switch event {
    case .value(let element):
      yield(element)
      return true
    case .nothing: return true
    case .failure(let error), .both(_, let error): throw error
    case .finish: return false
    }
  }
}
