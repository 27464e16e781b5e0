internal import CSimulationRuntime

/// On whose thread events run, and what a script wants of those who run them.
@safe struct Driving {
  /// On whose thread events run that a script sets off.
  enum Mode {
    /// On the script's, which stands still while one of them waits.
    case inPlace
    /// On the script's, as above; `onBlocked` is called if the run is given up for that.
    case untilBlocked
    /// On others, so that the script goes on while one of them waits.
    case apart
  }

  /// What a script waits for that has others run its events.
  final class Request {
    /// What is done first, and alone; nil to have everything run that is ready.
    var action: (() -> Void)?
    /// Whether the script gets its turn.
    var isDone = false
    /// Why the simulation stopped before it was quiet.
    var halt: Halt?

    init(_ action: (() -> Void)? = nil) { self.action = action }
  }

  var mode = Mode.inPlace
  /// What the script waits for; nil while it has the turn itself.
  var request: Request?
  /// The script's thread.
  ///
  /// The library compares it, and it never ends while it waits.
  var script: UnsafeMutableRawPointer?
  /// The wait inside an event, or an action of the script, that keeps the script's thread where
  /// events run on that one; the first such wait, wherever they run.
  ///
  /// It stands on the stack of a thread that stands still.
  var blocker: UnsafeMutablePointer<sluice_wait>?
  /// Whether an action of the script, too, is such an event: it can be run by others.
  var countsActions = true
  /// Whether the script goes on all the same, or is given up.
  var isBlockerReported = false
  /// Called when an event is blocked for good, and the script goes on or is given up: with the
  /// outcome that the run would have if the script stood still.
  var onBlocked: ((Outcome) -> Void)?
}

/// Running events apart from their script.
///
/// Everything happens in the same steps as on the script's own thread, up to the point at which
/// this would stand still: there the script goes on.
extension Engine {
  /// Has others do something for the script, whose thread this is, until nothing is ready.
  ///
  /// - Returns: nil when the simulation is quiet, else why it is not.
  func drive(_ request: Driving.Request) -> Halt? {
    driving.request = request
    unsafe driving.script = sluice_turn_self()
    // Whoever has the turn meanwhile gives it back, with the request done.
    unsafe sluice_drive(record)
    driving.request = nil
    return request.halt
  }

  /// Does what a script wants, on a thread that was given the turn for it, or that was given it by
  /// one which waits.
  ///
  /// A thread that has waited itself, whatever for, gives the turn back to the one that let it go
  /// on, and touches no request after that: the script may have another one by then.
  func serve(_ request: Driving.Request) {
    if let action = request.action {
      request.action = nil
      action()
      request.isDone = true
    }
    while !sluice_turn_is_wanted() {
      guard !request.isDone else {
        // The thread of the request, which waits for the turn.
        if let script = unsafe driving.script { unsafe sluice_turn_return(script) }
        return
      }
      serveOnce(request)
    }
  }

  private func serveOnce(_ request: Driving.Request) {
    if mailbox.hasMail { openMailbox() }
    if !isBlocked, unreportedEscapes > 0 { return end(request, reportEscapes()) }
    if needsAttention { attend() }
    serveBetweenEvents()
    if sluice_turn_is_wanted() { return }
    if ready.count == 0 {
      let isDue = moveDueTimers()
      // What was let go of there may have waited.
      if sluice_turn_is_wanted() { return }
      if !isDue {
        if letGoOfTimerSources() { return }
        return rest(request)
      }
    }
    guard step < stepLimit else { return end(request, .overLimit(.steps(stepLimit))) }
    runNext()
  }

  /// Ends a request where nothing is ready.
  ///
  /// While an event is blocked, time passes first: what the event waits for may come by itself, as
  /// it would if the script stood still.
  private func rest(_ request: Driving.Request) {
    if isBlocked {
      guard let outcome = letTimePass() else { return }
      if let halt = Halt(outcome) { return end(request, halt) }
      reportBlocker(outcome)
      isInEvent = false
    }
    course?.rest()
    end(request, nil)
  }

  private func end(_ request: Driving.Request, _ halt: Halt?) {
    currentLabel = LabelTable.script
    provenance = .script
    request.halt = halt
    request.isDone = true
  }

  /// Reports that the script goes on, or is given up, although an event is blocked.
  func reportBlocker(_ outcome: Outcome) {
    guard isBlocked, !driving.isBlockerReported else { return }
    driving.isBlockerReported = true
    let tell = driving.onBlocked
    tell?(outcome)
  }

  /// Notes a wait that keeps the script's thread, or would if events ran on that.
  func blockScript(by wait: UnsafeMutablePointer<sluice_wait>) {
    // Addresses alone are compared; the wait stands still until it is woken.
    guard driving.mode != .inPlace, !isBlocked else { return }
    let isAction = driving.countsActions && currentLabel != LabelTable.script
    guard isRunning || isAction else { return }
    let isItsThread = unsafe wait.pointee.thread == record.pointee.base
    guard driving.mode == .apart ? driving.request != nil : isItsThread else { return }
    unsafe driving.blocker = wait
    driving.isBlockerReported = false
  }

  /// Whether there is such a wait.
  // The address alone is looked at.
  var isBlocked: Bool { unsafe driving.blocker != nil }
}

extension Halt {
  /// The halt of a run that can't go on; nil for one that may.
  fileprivate init?(_ outcome: Outcome) {
    switch outcome {
    case .overLimit(let limit): self = .overLimit(limit)
    case .escaped(let escapes): self = .escaped(escapes)
    case .finished, .stuck, .deadlocked: return nil
    }
  }
}
