internal import CSimulationRuntime
import Synchronization

/// Scripts that go on while an event waits.
///
/// Events usually run on the script's own thread, which costs least. One that waits there keeps the
/// script, and what only a later line of it would give never comes: a deadlock. Where a run can be
/// played twice it is given up then, and played again with events apart.
extension Simulation {
  /// Has events run on threads of their own from now on, so that a script can give what one of them
  /// waits for.
  ///
  /// Everything happens in the same steps. But where an event waits, and nothing is ready or ever
  /// will be, a script comes back from settling, and goes on. Each time that it settles costs two
  /// changes of threads. What the script does itself, a stimulus among it, it waits for as ever;
  /// and what is no task's own code has not the task-local values of the script.
  public func runEventsApart() { runEventsApart(onBlocked: nil) }

  /// Has events run on threads of their own, as above.
  ///
  /// - Parameter tell: Called where the script goes on although an event waits, once for each such
  ///   wait, with what the run would come to if the script stood still.
  package func runEventsApart(onBlocked tell: ((Outcome) -> Void)?) {
    engine.driving.mode = .apart
    engine.driving.onBlocked = tell
  }

  /// Has a function called before the run is given up since an event blocks the script.
  ///
  /// It might go on if events ran apart. What it waits for in a stimulus of its own is none.
  ///
  /// - Parameter tell: Called with what it comes to.
  package func noteGivingUp(_ tell: @escaping (Outcome) -> Void) {
    engine.driving.mode = .untilBlocked
    engine.driving.countsActions = false
    engine.driving.onBlocked = tell
  }

  /// Keeps an object for good: the thread of an event that is blocked for good may have locked what
  /// would be taken down with it.
  package static func keepForGood(_ object: AnyObject) {
    let object = SimulationConfined(object)
    keptForGood.withLock { objects in objects.append(object) }
  }

  private static let keptForGood = Mutex<[SimulationConfined<AnyObject>]>([])

  /// Whether events run on threads of their own.
  package var runsEventsApart: Bool { unconfinedEngine.driving.mode == .apart }

  /// Whether the script goes on although an event, or an action, waits that would keep it.
  package var hasBlocker: Bool { engine.isBlocked && engine.driving.isBlockerReported }

  /// Runs an action right now, as one event, which the script does not wait for if that waits.
  ///
  /// For a simulation that runs events apart. Within an event it is a part of that.
  ///
  /// - Parameters:
  ///   - label: The label of the event, and of what the action starts.
  ///   - action: What happens.
  /// - Returns: Why the simulation stopped where the action has waited; nil if it did not.
  package func act(_ label: String, _ action: @escaping () -> Void) -> Halt? {
    let engine = engine
    let number = engine.labels.number(of: label)
    let isInside = engine.driving.request != nil || engine.isInEvent
    guard !isInside else {
      engine.stimulate(number, action)
      return nil
    }
    return engine.drive(Driving.Request { engine.stimulate(number, action) })
  }

  /// Whether the calling thread is one that simulations run on.
  package static var isOnThread: Bool { sluice_thread_is_current() }
}
