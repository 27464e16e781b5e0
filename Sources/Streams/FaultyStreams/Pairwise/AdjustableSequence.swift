import FakeListener
import SluiceConformance
import Synchronization

/// A right stream whose every trait can be chosen, over an interface of any shape.
struct AdjustableSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error

  private let owner: AdjustableOwner

  init(
    _ settings: AdjustableSettings, _ source: FakeListener<SentinelElement>,
    _ options: ListenerOptions
  ) {
    owner = AdjustableOwner(
      AdjustableOrigin(settings: settings, source: source, options: options))
  }

  func makeAsyncIterator() -> Iterator { Iterator(part: owner.makePart()) }

  struct Iterator: AsyncIteratorProtocol {
    private let part: AdjustablePart
    private let consumer: Int

    fileprivate init(part: AdjustablePart) {
      self.part = part
      consumer = part.subscription.makeConsumer()
    }

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await answer(isolation: actor).get()
    }

    func answer(isolation actor: isolated (any Actor)?) async -> AdjustableState.Answer {
      await part.subscription.next(part.reader, consumer, isolation: actor)
    }
  }
}

/// The same with a type that can't throw.
struct UnfailingAdjustableSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = Never

  let base: AdjustableSequence

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    let base: AdjustableSequence.Iterator

    func next(isolation actor: isolated (any Actor)?) async -> SentinelElement? {
      switch await base.answer(isolation: actor) {
      case .element(let element): element
      case .end, .failure: nil
      }
    }
  }
}

/// What the consumers' side holds of a subscription; its end is the reader's.
private final class AdjustablePart: Sendable {
  let subscription: AdjustableSubscription
  let reader: Int

  init(of subscription: AdjustableSubscription, reader: Int) {
    self.subscription = subscription
    self.reader = reader
  }

  deinit {
    subscription.drop(reader)
  }
}

/// What all iterators of a sequence have in common, unless they are independent.
private final class AdjustableOwner: Sendable {
  private struct State {
    /// The first part, until an iterator takes it; a stream that declares to hold its listener
    /// keeps it for as long as the sequence lives.
    var first: AdjustablePart?
    /// The part that iterators divide.
    weak var divided: AdjustablePart?
  }

  private let origin: AdjustableOrigin
  private let subscription: AdjustableSubscription
  private let state: Mutex<State>

  private var settings: AdjustableSettings { origin.settings }

  init(_ origin: AdjustableOrigin) {
    self.origin = origin
    let subscription = AdjustableSubscription(origin)
    self.subscription = subscription
    let part = AdjustablePart(of: subscription, reader: 0)
    state = Mutex(State(first: part, divided: part))
    if origin.settings.traits.registration == .access { subscription.enter(0) }
  }

  /// The part of a new iterator.
  func makePart() -> AdjustablePart {
    let part = takePart()
    if settings.traits.registration != .firstNext { part.subscription.enter(part.reader) }
    return part
  }

  private func takePart() -> AdjustablePart {
    if settings.traits.iterators == .independent {
      return AdjustablePart(of: AdjustableSubscription(origin), reader: 0)
    }
    let isKept = !settings.traits.releasesWhileHeld
    let part = state.withLock { state -> AdjustablePart? in
      defer { if !isKept { state.first = nil } }
      return state.first ?? (settings.traits.iterators == .split ? state.divided : nil)
    }
    if let part { return part }
    let isBroadcast = settings.traits.iterators == .broadcast
    return AdjustablePart(
      of: subscription, reader: isBroadcast ? subscription.makeReader() : 0)
  }
}
