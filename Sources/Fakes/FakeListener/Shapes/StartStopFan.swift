import SluiceSimulation
import SluiceSpies
import Synchronization

/// The calls of an interface whose start may be called again, and which fans one callback out to
/// several consumers.
///
/// The first start is an add, and the stop after it the remove. Consumers come and go between them
/// without a registration of their own: their callbacks are kept in the order of their coming.
///
/// - A start while it is started does nothing, and is not recorded: the registration stays.
/// - Each event is one callback of that registration, out of which every consumer is called whose
///   callback has a place for it. A consumer that comes or goes meanwhile counts from the next one.
/// - A stop while it is stopped is a second remove of the last start, as with ``StartStopPair``.
/// - Consumers survive a stop, and hear of the events after the next start.
///
/// The subject of a stream over it declares that several readers share one listener:
/// `traits.iterators = .broadcast`.
///
/// ```swift
/// final class FakeCompass: Compass, Sendable {
///   private let fan: StartStopFan<Double>
///   init(_ source: FakeListener<Double>) { fan = StartStopFan(of: source) }
///   func observe(_ body: @escaping (Double) -> Void) -> Int { fan.add(.value(body)).number }
///   func ignore(_ token: Int) { fan.remove(ListenerToken(token)) }
///   func start() { fan.start() }
///   func stop() { fan.stop() }
/// }
/// ```
public final class StartStopFan<Element: Sendable>: Sendable {
  private struct Consumer: Sendable {
    let token: ListenerToken
    let callback: CallbackBox<ListenerCallback<Element>>
  }

  private struct State {
    var consumers: [Consumer] = []
    var newestNumber = 0
  }

  private let pair: StartStopPair<Element>
  private let state = Mutex(State())

  /// A fan without consumers that was never started.
  public init(of source: FakeListener<Element>) {
    pair = StartStopPair(of: source)
  }

  /// Whether it was started and not stopped.
  public var isStarted: Bool { pair.isStarted }

  /// The number of consumers.
  public var consumerCount: Int { state.withLock { state in state.consumers.count } }

  /// Adds a consumer, started or not.
  ///
  /// - Parameter callback: How the consumer is called.
  /// - Returns: The token by which it is removed, which no other consumer of the fan has.
  public func add(_ callback: ListenerCallback<Element>) -> ListenerToken {
    let callback = CallbackBox(callback)
    return state.withLock { state in
      state.newestNumber += 1
      let token = ListenerToken(state.newestNumber)
      state.consumers.append(Consumer(token: token, callback: callback))
      return token
    }
  }

  /// Removes a consumer; one that is not there any more is ignored.
  ///
  /// - Parameter token: What ``add(_:)`` returned.
  /// - Returns: Whether it was there.
  @discardableResult
  public func remove(_ token: ListenerToken) -> Bool {
    // What the callback captures may call back when it ends, so it ends outside the lock.
    let removed = state.withLock { state in
      let place = state.consumers.firstIndex { consumer in consumer.token == token }
      return place.map { place in state.consumers.remove(at: place) }
    }
    return removed != nil
  }

  /// Starts it, if it is not started.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - throwing: The errors that the interface's start can throw; none by default, and then the
  ///     consumers are called back with the error with which the script refuses the start.
  /// - Throws: The error with which the script refuses this start, if the interface can throw it.
  public func start<Refusal: Error>(
    options: ListenerOptions = .none, throwing: Refusal.Type = Never.self
  ) throws(Refusal) {
    guard !isStarted else { return }
    try pair.start(options: options, callback, throwing: throwing)
  }

  /// Stops it: removes the listener of the last start.
  public func stop() { pair.stop() }

  /// The one callback, which calls the consumers of the moment that have a place for an event.
  private var callback: ListenerCallback<Element> {
    ListenerCallback { [weak self] event in
      let isHeard = self?.callbacks.contains { callback in callback.heard(event) != nil } == true
      return isHeard ? event : nil
    } call: { [weak self] event in
      for callback in self?.callbacks ?? [] {
        if let heard = callback.heard(event) { callback.call(heard) }
      }
    }
  }

  private var callbacks: [ListenerCallback<Element>] {
    state.withLock { state in state.consumers }.map { consumer in consumer.callback.callback }
  }
}
