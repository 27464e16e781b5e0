internal import CSimulationRuntime

/// What had an event run: in which label's name, and since when.
struct Origin {
  /// The label of the event that asked for it, or that is known to go on in it.
  var label: UInt32
  /// The step in which it did.
  var step: UInt32
  /// The address of the task that enqueued it, itself or by blocks without a task of their own; 0
  /// for none.
  ///
  /// It is compared and never followed. An address is reused after its task has ended; a wrong
  /// match can only hide that several may have asked.
  var task: UInt = 0
  /// The address of the task that had that one enqueued; 0 for none.
  var outerTask: UInt = 0
  /// Whether a task was resumed that others may ask for something as well: it may have found at
  /// once what they asked for since.
  var isShared = false
}

/// In whose name what is running may act.
struct Provenance {
  /// What had it run.
  var origin: Origin
  /// The address of the task that the event runs first, 0 for none.
  var task: UInt = 0
  /// Whether the script or a fake acts itself.
  var isAction = false

  /// What the script does between two events.
  static let script = Provenance(action: LabelTable.script, step: 0)

  /// What an action does.
  init(action label: UInt32, step: Int) {
    origin = Origin(label: label, step: UInt32(truncatingIfNeeded: step))
    isAction = true
  }

  /// What a job does that is a part of another event.
  init(origin: Origin, task: UInt) {
    self.origin = origin
    self.task = task
  }

  /// What an event does that begins at a step.
  @inline(__always)
  init(of event: Event, task: UInt, step: Int) {
    isAction = event.isAction
    self.task = task
    let isFresh = isAction || event.standing == SLUICE_OWN
    origin =
      isFresh
      ? Origin(label: event.label, step: UInt32(truncatingIfNeeded: step)) : event.origin
  }

  /// What has an event run that this enqueues.
  ///
  /// A task that yields, sleeps, or waits for a block or task of its own is resumed by what it has
  /// enqueued: it carries on what it was asked for before it was suspended.
  @inline(__always)
  func origin(of event: Event, step: Int) -> Origin {
    if event.standing == SLUICE_HANDED_ON {
      return Origin(label: event.label, step: UInt32(truncatingIfNeeded: step))
    }
    var origin = origin
    if event.standing == SLUICE_RESUMED {
      if origin.task != 0, origin.task == event.task {
        origin.task = origin.outerTask
        origin.outerTask = 0
        return origin
      }
      origin.isShared = true
    }
    if task != 0, task != origin.task {
      origin.outerTask = origin.task
      origin.task = task
    }
    return origin
  }
}

/// In whose name code acts, as far as a simulation can tell.
///
/// A task that a stream makes keeps the task-local values of whoever happened to make it, and may
/// work for others ever after, as one that performs what it is sent. What counts is who had it run.
package struct Standing: Sendable {
  /// Whether its task-local values are right: in a task of the script's or a child of one, or in no
  /// task at all.
  package var hasOwnTaskLocals: Bool
  /// The labels of those in whose name it may act: more than one where nobody can tell.
  package var labels: [UInt32] = []
  /// Of a task that something inside has made, the labels of what ran since it was last asked for
  /// anything: it may do what was asked meanwhile.
  package var since: [UInt32] = []
}

extension Engine {
  /// In whose name the calling thread acts, which has the turn.
  var standing: Standing {
    if provenance.isAction { return Standing(hasOwnTaskLocals: true, labels: [currentLabel]) }
    let running = sluice_current_task()
    // What runs no task is a block: the task that its thread has is the one around the simulation.
    guard provenance.task != 0, Int(running.kind) != SLUICE_NO_TASK else {
      return Standing(hasOwnTaskLocals: true, labels: [currentLabel] + askers)
    }
    switch Int(running.kind) {
    case SLUICE_OWN_TASK: return Standing(hasOwnTaskLocals: true, labels: [running.label])
    case SLUICE_MADE_TASK:
      // One that an actor runs in the same breath as the first was resumed by somebody else.
      let askers = running.task == provenance.task ? askers : []
      return Standing(
        hasOwnTaskLocals: false, labels: [running.label] + askers,
        since: history.labels(after: Int(provenance.origin.step)))
    case SLUICE_SERVICE_TASK: return Standing(hasOwnTaskLocals: false, labels: askers)
    default: return Standing(hasOwnTaskLocals: false)
    }
  }

  /// The labels of those who may have asked for what is running.
  private var askers: [UInt32] {
    let origin = provenance.origin
    guard origin.isShared else { return [origin.label] }
    return [origin.label] + history.labels(after: Int(origin.step))
  }
}
