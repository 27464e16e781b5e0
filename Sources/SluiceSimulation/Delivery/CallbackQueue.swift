/// A serial queue inside a simulation, on which a fake delivers its callbacks.
///
/// Each action is an event of its own. The actions of one queue run one at a time, in the order in
/// which they became due, whatever the scheduler prefers among the heads of different queues.
public struct CallbackQueue: Sendable {
  /// The kind of thread that the actions see.
  public enum Kind: Sendable {
    /// The main queue: `MainActor.assumeIsolated` holds inside.
    case main
    /// Any other queue.
    case generic
  }

  private let state: SimulationConfined<State>
  private let simulation: Simulation

  /// Creates a queue of a simulation.
  ///
  /// - Parameters:
  ///   - kind: What the actions see.
  ///   - simulation: Whose events they are.
  public init(_ kind: Kind = .generic, in simulation: Simulation) {
    state = SimulationConfined(State(isMain: kind == .main))
    self.simulation = simulation
  }

  /// Has an action run as an event, after those that were passed before.
  ///
  /// - Parameters:
  ///   - label: The label of the event, as in `firestore.deliver`.
  ///   - action: What happens.
  public func async(_ label: String, _ action: @escaping () -> Void) {
    let engine = simulation.engine
    let state = state.value
    state.pending.append((engine.labels.number(of: label), action))
    if state.pending.count - state.head == 1 { enqueueHead() }
  }

  /// Has an action join the queue later.
  ///
  /// - Parameters:
  ///   - delay: The virtual time until then. Zero or less is now.
  ///   - label: The label of the event, as in `firestore.deliver`.
  ///   - action: What happens.
  public func asyncAfter(
    _ delay: Duration, _ label: String, _ action: @escaping () -> Void
  ) {
    guard delay > .zero else { return async(label, action) }
    let engine = simulation.engine
    let event = Action.event(label: engine.labels.number(of: label)) {
      self.async(label, action)
    }
    engine.addTimer(event, deadline: engine.now.advanced(by: delay).nanoseconds)
  }

  /// Only the head of the queue is ready; the next one follows when it has run.
  private func enqueueHead() {
    let state = state.value
    let (label, action) = state.pending[state.head]
    let event = Action.event(label: label, onMainQueue: state.isMain) {
      action()
      state.dropHead()
      if state.head < state.pending.count { self.enqueueHead() }
    }
    simulation.engine.addReady(event)
  }

  private final class State {
    let isMain: Bool
    var pending: [(label: UInt32, action: () -> Void)] = []
    var head = 0

    init(isMain: Bool) { self.isMain = isMain }

    func dropHead() {
      head += 1
      guard head == pending.count else { return }
      pending.removeAll(keepingCapacity: true)
      head = 0
    }
  }
}
