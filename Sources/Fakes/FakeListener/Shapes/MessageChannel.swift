import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A channel of an interface that hands out one message for each call of `receive`, such as a
/// connection or a socket.
///
/// Opening it is an add, closing it the remove. What the script sends is a message for every open
/// channel, kept there until a receive takes it; each receive takes one, and the receives that wait
/// are answered in the order of their calls, never inside the call. Each receive is recorded, and
/// its answer is a callback of the channel's registration.
///
/// - The source's error or end comes after the messages before it. Receives fail from then on, or
///   are told of the end if their callback has a place for it; else the end is
///   ``MessageChannelError/closed`` to them. The first that was told ends the registration, as a
///   connection that the other side has closed needs no close; one before that is its remove.
/// - Closing it drops the messages that no receive has taken. Receives that wait, and all later
///   ones, fail with ``MessageChannelError/closed``. A second close is a second remove.
/// - Late messages reach nobody once it is closed, for no receive waits then.
///
/// The subject declares `traits.source = .socket`, by which the rules on receives apply. One over
/// callbacks without a place for the end is over a source `.lacking(.finish)`. An interface whose
/// `receive` is asynchronous resumes a continuation in the callback.
///
/// ```swift
/// final class FakeConnection: Connection, Sendable {
///   private let channel: MessageChannel<String>
///   init(_ source: FakeListener<String>) { channel = MessageChannel(of: source) }
///   func open() { channel.open() }
///   func receive(_ completion: @escaping (Result<String, any Error>) -> Void) {
///     channel.receive(.result(completion))
///   }
///   func close() { channel.close() }
/// }
/// ```
public final class MessageChannel<Element: Sendable>: Sendable {
  /// A receive that has not been answered, with what shows whether anybody keeps it.
  private struct Receive {
    let callback: CallbackBox<ListenerCallback<Element>>
    let sentinel: Sentinel
  }

  private enum Ending {
    case byApp
    case bySource(ListenerEvent<Element>)
  }

  private struct State {
    var registration: SpyRegistration?
    /// Shows whether anybody keeps the channel, which is its registration's handle.
    var sentinel: Sentinel?
    /// Messages that no receive has taken, oldest first.
    var inbox = Arrivals<ListenerEvent<Element>>()
    /// Receives that wait, in the order of their calls.
    var waiting = Arrivals<Receive>()
    var ending: Ending?

    /// Takes the first receive that waits, with what there is to answer it with.
    mutating func takeAnswer() -> (Receive, ListenerEvent<Element>, isEnding: Bool)? {
      guard waiting.count > 0, inbox.count > 0 || ending != nil else { return nil }
      guard let receive = waiting.popFirst() else { return nil }
      if let message = inbox.popFirst() { return (receive, message, false) }
      if case .bySource(let event) = ending { return (receive, event, true) }
      return (receive, .failure(MessageChannelError.closed), true)
    }
  }

  /// The source, which keeps the channel while it is open, as a system does.
  private weak let source: FakeListener<Element>?
  private let queue: CallbackQueue
  private let log: EventLog
  private let project: @Sendable (Element) -> Value
  private let state = Mutex(State())

  /// A channel that is not open yet; it does not keep its source.
  public init(of source: FakeListener<Element>) {
    self.source = source
    queue = source.queue
    log = source.spy.log
    project = source.project
  }

  /// Whether it was opened, and neither closed nor ended by the source.
  public var isOpen: Bool {
    state.withLock { state in state.registration != nil && state.ending == nil }
  }

  /// Opens it; a second call does nothing, nor does one after a close.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - throwing: The errors that the interface's open can throw; none by default, and then
  ///     receives fail with the error with which the script refuses it.
  /// - Throws: The error with which the script refuses it, if the interface can throw it.
  public func open<Refusal: Error>(
    options: ListenerOptions = .none, throwing: Refusal.Type = Never.self
  ) throws(Refusal) {
    let isNew = state.withLock { state in state.registration == nil && state.ending == nil }
    guard isNew, let source else { return }
    do throws(Refusal) {
      _ = try source.register(options, throwing: throwing, audible: [.fail, .finish]) {
        registration in
        let sentinel = Sentinel(.handle(registration.id), log: log)
        state.withLock { state in
          state.registration = registration
          state.sentinel = sentinel
        }
        return { [self] event in arrive(event) }
      }
    } catch {
      state.withLock { state in
        state.registration = nil
        state.sentinel = nil
      }
      shut()
      throw error
    }
  }

  /// Takes one message, once it is there.
  ///
  /// - Parameter callback: Called once, in an event of its own, with the message or with the reason
  ///   for which there will be none.
  public func receive(_ callback: ListenerCallback<Element>) {
    let registration = state.withLock { state in state.registration }
    registration?.receiveCalled()
    let receive = Receive(
      callback: CallbackBox(callback), sentinel: Sentinel(.fixture, log: log))
    let isAnswerable = state.withLock { state in
      state.waiting.append(receive)
      return state.inbox.count > 0 || state.ending != nil
    }
    if isAnswerable { answerLater() }
  }

  /// Closes it.
  ///
  /// On a channel that the source has ended it changes nothing, and is recorded only while no
  /// receive has been told.
  public func close() {
    let (registration, isEnded) = state.withLock { state in
      if case .bySource = state.ending {
        (state.registration, true)
      } else {
        (state.registration, false)
      }
    }
    guard let registration else { return shut() }
    if isEnded, !registration.isActive { return }
    end(registration) { shut() }
  }

  /// Records that the app is about to close it, itself or by way of the stream.
  ///
  /// Without it a close is taken for the stream's own. It closes nothing, and says nothing of a
  /// channel that is not open.
  public func recordAppClose() {
    let registration = state.withLock { state in state.registration }
    if let registration, registration.isActive { registration.closedByApp() }
  }
}

extension MessageChannel {
  /// Something of the script's has arrived: a message for the first receive that waits, in this
  /// very event, or an ending for all of them.
  private func arrive(_ event: ListenerEvent<Element>) {
    let answers = state.withLock { state in
      guard state.ending == nil else { return 0 }
      switch event {
      case .value, .both, .nothing:
        state.inbox.append(event)
        return 1
      case .failure, .finish:
        state.ending = .bySource(event)
        return state.waiting.count
      }
    }
    for _ in 0..<answers { answer() }
  }

  private func shut() {
    let (dropped, waiting) = state.withLock { state in
      guard state.ending == nil else { return (Arrivals<ListenerEvent<Element>>(), 0) }
      defer { state.inbox = Arrivals() }
      state.ending = .byApp
      return (state.inbox, state.waiting.count)
    }
    _ = consume dropped
    for _ in 0..<waiting { answerLater() }
  }

  private func answerLater() {
    queue.async(FakeListener<Element>.deliveryLabel) { [self] in answer() }
  }

  /// Answers the first receive that waits, if there is something to answer it with.
  ///
  /// A message that its callback has no place for is passed over, and an ending told in the way
  /// that it has a place for.
  private func answer() {
    while let (receive, event, isEnding) = state.withLock({ state in state.takeAnswer() }) {
      let callback = receive.callback.callback
      if let heard = callback.heard(event) ?? (isEnding ? callback.ending : nil) {
        return answer(callback, with: heard, isEnding)
      }
      if isEnding { return }
      state.withLock { state in state.waiting.putBack(receive) }
    }
  }

  private func answer(
    _ callback: ListenerCallback<Element>, with event: ListenerEvent<Element>, _ isEnding: Bool
  ) {
    guard let registration = state.withLock({ state in state.registration }) else {
      return callback.call(event)
    }
    callback.tell(event, of: registration, project)
    // Somebody knows that the source has ended it, so nobody has to close it any more.
    if isEnding, registration.isActive { end(registration) }
  }

  private func end(_ registration: SpyRegistration, close: () -> Void = {}) {
    if let source { return source.remove(registration, close: close) }
    registration.remove { isFirst in if isFirst { close() } }
  }
}

extension ListenerCallback {
  /// What the callback can take of an ending of the other kind.
  fileprivate var ending: ListenerEvent<Element>? {
    heard(.failure(MessageChannelError.closed)) ?? heard(.finish)
  }
}

/// What has come and was not taken, oldest first; what is taken is let go of at once.
private struct Arrivals<Item: Sendable>: Sendable {
  private var items: [Item?] = []
  private var first = 0

  var count: Int { items.count - first }

  mutating func append(_ item: Item) {
    items.append(item)
  }

  mutating func popFirst() -> Item? {
    guard first < items.count else { return nil }
    let item = items[first].take()
    first += 1
    if first > items.count / 2 {
      items.removeFirst(first)
      first = 0
    }
    return item
  }

  /// Puts the item back that was taken last.
  mutating func putBack(_ item: Item) {
    items.replaceSubrange(..<first, with: [item])
    first = 0
  }
}

/// A reason for which a receive gets no message.
public enum MessageChannelError: Error, Sendable, Hashable, ProjectsToValue,
  CustomStringConvertible
{
  /// The channel is closed.
  case closed

  /// The reason in a sentence.
  public var description: String { "the channel is closed" }

  /// `closed`, as a symbol.
  public var projected: Value { .symbol("closed") }
}
