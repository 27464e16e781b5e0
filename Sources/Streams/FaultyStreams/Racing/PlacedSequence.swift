import FakeListener
import Synchronization

/// Where the iterations of one sequence have their listeners: each at a place of its own, and what
/// is given back is used again.
protocol ListenerPlaces: AnyObject, Sendable {
  typealias Source = FakeListener<SentinelElement>
  typealias Event = ListenerEvent<SentinelElement>

  /// No place is in use.
  init(_ source: Source, _ options: ListenerOptions)
  /// Adds a listener at a free place.
  func add(_ listener: @escaping @Sendable (Event) -> Void) throws -> Int
  /// Gives a place back to whoever adds next.
  func free(_ place: Int)
  /// Removes the listener that is at a place.
  func empty(_ place: Int)
  /// Does something later.
  static func later(_ work: @escaping @Sendable () -> Void)
}

/// A stream whose iterators share places, and whose removals come late where a consumer waits.
///
/// The consumer learns of its end after the removal, so every removal is done by quiescence and
/// before the end is seen, as the stream declares. But the place is given back at once.
struct PlacedSequence<Places: ListenerPlaces>: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error

  private let places: Places

  init(_ source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
    places = Places(source, options)
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(iteration: Iteration(PlacedSubscription(places)))
  }

  struct Iterator: AsyncIteratorProtocol {
    let iteration: Iteration

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await iteration.subscription.next(isolation: actor).get()
    }
  }

  /// What the consumer's side alone holds; its end is the iterator's.
  final class Iteration: Sendable {
    let subscription: PlacedSubscription<Places>

    init(_ subscription: PlacedSubscription<Places>) {
      self.subscription = subscription
    }

    deinit {
      subscription.step { state in state.cancel() }
    }
  }
}

/// What the listener and the consumer of one iteration share.
final class PlacedSubscription<Places: ListenerPlaces>: Sendable {
  private struct State {
    /// What has happened; its handle is not used.
    var progress = HandwrittenState()
    /// The places until the end; what the source keeps must not keep the source.
    var places: Places?
    /// Where the listener is, from the return of add until its removal is decided.
    var place: Int?

    /// The listener's place, which is somebody else's business from now on.
    mutating func takePlace() -> (Places, Int)? {
      guard let places = places.take(), let place = place.take() else { return nil }
      return (places, place)
    }
  }

  private let state: Mutex<State>

  init(_ places: Places) {
    state = Mutex(State(places: places))
  }

  func next(isolation actor: isolated (any Actor)?) async -> HandwrittenState.Answer {
    await withTaskCancellationHandler(
      operation: {
        register()
        return await withCheckedContinuation(isolation: actor) { waiter in
          step { state in state.ask(waiter) }
        }
      },
      onCancel: { step { state in state.cancel() } },
      isolation: actor)
  }

  func step(_ change: (inout HandwrittenState) -> HandwrittenState.Effects) {
    let (resumed, taken) = state.withLock { state in
      let resumed = change(&state.progress).resumed
      return (resumed, state.progress.terminal == nil ? nil : state.takePlace())
    }
    guard let (places, place) = taken else {
      if let resumed { resumed.waiter.resume(returning: resumed.answer) }
      return
    }
    guard let resumed else {
      places.empty(place)
      places.free(place)
      return
    }
    places.free(place)
    Places.later {
      places.empty(place)
      resumed.waiter.resume(returning: resumed.answer)
    }
  }

  private func register() {
    let places = state.withLock { state in
      guard !state.progress.isRegistered, state.progress.terminal == nil else {
        return Places?.none
      }
      state.progress.isRegistered = true
      return state.places
    }
    guard let places else { return }
    do {
      let place = try places.add { [self] event in step { state in state.receive(event) } }
      let isOver = state.withLock { state in
        guard state.progress.terminal == nil else { return true }
        state.place = place
        return false
      }
      guard isOver else { return }
      places.empty(place)
      places.free(place)
    } catch {
      step { state in state.end(with: .failure(error)) }
    }
  }
}
