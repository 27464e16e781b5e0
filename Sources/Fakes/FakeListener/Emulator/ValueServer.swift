public import SluiceSimulation
import Synchronization

/// A server with one value, and a client whose listeners learn of it on the virtual clock.
///
/// Fault model. It can be told to take its time, to be out of the client's reach, to end the
/// client's listeners with an error or with the end. It never reorders what it sends, never calls a
/// removed listener, and loses nothing but what another value has replaced while the client was out
/// of reach.
public final class ValueServer<Element: Sendable>: Sendable {
  private struct State {
    var latency = Duration.zero
    var way = ArrivalOrder()
    var isReachable = true
    /// The value that the client has not been sent, since it was out of reach.
    var unsent: Element?
    /// Counts the connections, so that what was on its way when one broke is lost with it.
    var connection = 0
    /// What was sent and has not arrived, oldest first.
    var underWay: ArraySlice<Element> = []
    var hasArrived = false
  }

  private static var label: String { "listener.arrive" }

  /// The client's side.
  private let listener: FakeListener<Element>
  private let simulation: Simulation
  private let queue: CallbackQueue
  /// Whether the client shows its present value, and hands it to no new listener.
  private let showsPresentValue: Bool
  private let state = Mutex(State())

  /// A server without a value.
  ///
  /// - Parameters:
  ///   - listener: The client's side, whose listeners are told.
  ///   - simulation: Whose clock and events it uses.
  ///   - showsPresentValue: Whether the client shows the latest value that it has, so that streams
  ///     read it; otherwise it hands that to each new listener.
  public init(
    behind listener: FakeListener<Element>, in simulation: Simulation,
    showsPresentValue: Bool = false
  ) {
    self.listener = listener
    self.showsPresentValue = showsPresentValue
    self.simulation = simulation
    queue = CallbackQueue(in: simulation)
  }

  /// How long it takes from the server to the client; what is on its way is not overtaken.
  public var latency: Duration {
    get { state.withLock { state in state.latency } }
    set { state.withLock { state in state.latency = newValue } }
  }

  /// Whether a value has reached the client, which is the present one there.
  public var hasArrived: Bool { state.withLock { state in state.hasArrived } }

  /// Sets the value; the client learns of it as soon as it can.
  public func put(_ element: Element) {
    let isReachable = state.withLock { state in
      if state.isReachable {
        state.underWay.append(element)
      } else {
        state.unsent = element
      }
      return state.isReachable
    }
    if isReachable { send() }
  }

  /// Cuts the client off: what is on its way is sent again when it is back, the newest of it.
  public func disconnect() {
    state.withLock { state in
      guard state.isReachable else { return }
      state.isReachable = false
      state.connection += 1
      state.unsent = state.underWay.last
      state.underWay = []
    }
  }

  /// Brings the client back, which then learns what it has missed.
  public func connect() {
    let missed = state.withLock { state in
      defer { state.unsent = nil }
      guard !state.isReachable else { return false }
      state.isReachable = true
      guard let unsent = state.unsent else { return false }
      state.underWay.append(unsent)
      return true
    }
    if missed { send() }
  }

  /// Ends every listener that the client has when the error reaches it.
  public func revoke(_ error: any Error) {
    arrive { server in server.listener.fail(error) }
  }

  /// Ends the source for every listener, now and later, once the end has reached the client.
  public func finish() {
    arrive { server in server.listener.finish() }
  }

  private func send() {
    arrive { server in
      let element = server.state.withLock { state in
        state.hasArrived = true
        return state.underWay.removeFirst()
      }
      if server.showsPresentValue {
        server.listener.show(element)
      } else {
        server.listener.setPresentValue(element)
        server.listener.send(element)
      }
    }
  }

  /// Has something happen at the client when it has come there, unless the connection breaks.
  private func arrive(_ action: @escaping (ValueServer) -> Void) {
    let now = simulation.instantOfCall
    let (delay, connection) = state.withLock { state in
      (state.way.delay(of: state.latency, sentAt: now), state.connection)
    }
    // What is still on its way when the run is over must not keep the server alive.
    queue.asyncAfter(delay, Self.label) { [weak self] in
      guard let self, state.withLock({ state in state.connection == connection }) else { return }
      action(self)
    }
  }
}
