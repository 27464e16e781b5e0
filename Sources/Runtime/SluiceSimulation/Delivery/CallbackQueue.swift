internal import CSimulationRuntime

/// A serial queue inside a simulation, on which a fake delivers its callbacks.
///
/// Each action is an event of its own. The actions of one queue run one at a time, in the order in
/// which they became due: a scheduler chooses between queues, not within one.
public struct CallbackQueue: Sendable {
  /// The kind of thread that the actions see.
  public enum Kind: Sendable {
    /// The main queue, in one order with the main actor; `MainActor.assumeIsolated` holds inside.
    case main
    /// Any other queue.
    case generic
  }

  private let isMain: Bool
  private let lane: UInt
  private let simulation: Simulation
  /// The real queue, where the run is on real threads.
  private let threadQueue: (any ThreadQueue)?

  /// Creates a queue of a simulation.
  ///
  /// - Parameters:
  ///   - kind: What the actions see.
  ///   - simulation: Whose events they are.
  public init(_ kind: Kind = .generic, in simulation: Simulation) {
    isMain = kind == .main
    self.simulation = simulation
    threadQueue = simulation.platform?.makeQueue(kind)
    lane = threadQueue == nil ? simulation.engine.makeLane() : 0
  }

  /// Has an action run as an event, after those that are already in the queue.
  ///
  /// - Parameters:
  ///   - label: The label of the event, as in `firestore.deliver`.
  ///   - action: What happens.
  public func async(_ label: String, _ action: @escaping () -> Void) {
    asyncAfter(.zero, label, action)
  }

  /// Has an action join the queue later.
  ///
  /// On a foreign thread it does not: no schedule could decide when. The run has escaped then, and
  /// is told so when it next settles.
  ///
  /// - Parameters:
  ///   - delay: The virtual time until then. Zero or less is now.
  ///   - label: The label of the event, as in `firestore.deliver`.
  ///   - action: What happens.
  public func asyncAfter(
    _ delay: Duration, _ label: String, _ action: @escaping () -> Void
  ) {
    if let threadQueue { return threadQueue.run(action, after: delay) }
    guard sluice_thread_is_current() else {
      return simulation.unconfinedEngine.mailbox.put(.call(label))
    }
    let engine = simulation.engine
    let event = Action.event(
      label: engine.labels.number(of: label), lane: lane, onMainQueue: isMain, action)
    engine.addTimer(event, deadline: engine.now.advanced(by: delay).nanoseconds)
  }
}

/// The order on one way between two sides: what was sent earlier arrives earlier, whatever the
/// latencies.
package struct ArrivalOrder: Sendable {
  private var last = Instant.start

  /// A way on which nothing was sent yet.
  package init() {}

  /// The delay with which something that is sent now arrives.
  ///
  /// - Parameters:
  ///   - latency: How long the way takes. Zero or less is no time.
  ///   - now: The instant at which it is sent.
  /// - Returns: The latency, or longer where something that was sent earlier is still on its way.
  package mutating func delay(of latency: Duration, sentAt now: Instant) -> Duration {
    last = max(last, now.advanced(by: max(latency, .zero)))
    return now.duration(to: last)
  }
}
