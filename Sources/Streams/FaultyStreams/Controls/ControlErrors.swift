import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams with errors of their own, which say which of the source's each stands for.
enum ControlErrors {
  /// What an app knows of what can be wrong with a station.
  private enum StationError: Error, Equatable {
    case backend(code: String)
    case closed

    init(_ error: any Error) {
      self = .backend(code: (error as? ScriptedError)?.code ?? "\(error)")
    }

    /// What it stands for.
    var meaning: any Error {
      switch self {
      case .backend(let code): ScriptedError(code)
      case .closed: CancellationError()
      }
    }
  }

  /// Maps whatever it is thrown to its own type of errors.
  static let mapped = Subject.overListener(
    "right-maps-errors",
    error: { thrown in (thrown as? StationError)?.meaning ?? thrown },
    open: { source, options in
      MappingSequence(base: HandwrittenSequence<RightSteps>(source: source, options: options))
    })

  /// Its type says which errors it throws, and so do the callbacks of what it listens to.
  static let typed = Subject.overListener(
    "right-throws-typed-errors",
    traits: Traits.asyncStreamPerIterator.with { traits in traits.canFail = true },
    error: { (thrown: StationError) in thrown.meaning },
    open: { source, options in
      ResultSequence { AsyncStream { station in listen(to: source, options, station) } }
    })

  /// Ends with an error of its own where its consumer is cancelled.
  static let onCancel = Subject.overListener(
    "right-throws-its-own-on-cancel",
    traits: Traits().with { traits in traits.cancelOutcome = .throwsCancellation },
    error: { thrown in (thrown as? StationError)?.meaning ?? thrown },
    open: { source, options in HandwrittenSequence<ClosingSteps>(source: source, options: options) }
  )

  private static func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    _ station: AsyncStream<Result<SentinelElement, StationError>>.Continuation
  ) {
    let latch = HandleLatch()
    let release: @Sendable () -> Void = {
      latch.isOver = true
      latch.takeHandle()?.remove()
    }
    station.onTermination = { _ in release() }
    let tell: @Sendable (Result<SentinelElement, StationError>?) -> Void = { result in
      guard !latch.isOver else { return }
      if let result { station.yield(result) }
      if case .success? = result { return }
      release()
      station.finish()
    }
    do {
      latch.handle = try source.subscribe(options: options) { event in
        switch event {
        case .value(let element): tell(.success(element))
        case .failure(let error), .both(_, let error): tell(.failure(StationError(error)))
        case .finish: tell(nil)
        case .nothing: return
        }
      }
    } catch {
      tell(.failure(StationError(error)))
    }
    // What ended it inside add found no handle.
    if latch.isOver { latch.takeHandle()?.remove() }
  }

  private enum ClosingSteps: HandwrittenSteps {
    static func cancel(_ state: inout State) -> Effects {
      state.buffer = []
      guard state.terminal == nil else { return Effects() }
      return state.end(with: .failure(StationError.closed))
    }
  }

  private struct MappingSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let base: HandwrittenSequence<RightSteps>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      let base: HandwrittenIterator<RightSteps>

      func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
        do {
          return try await base.next(isolation: actor)
        } catch {
          throw StationError(error)
        }
      }
    }
  }

  private struct ResultSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement
    typealias Failure = StationError

    let makeResults: @Sendable () -> AsyncStream<Result<SentinelElement, StationError>>

    func makeAsyncIterator() -> Iterator { Iterator(base: makeResults().makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<Result<SentinelElement, StationError>>.Iterator

      mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(StationError) -> SentinelElement? {
        try await base.next(isolation: actor)?.get()
      }
    }
  }
}
