package import SluiceSimulation
import SluiceSpies
package import SluiceText

/// Why a run could not go on to its end, in the words of a report.
package struct RunStop {
  /// The kind of the failure: a limit that was reached, an escape or a deadlock.
  package var kind: CaseFailure.Kind
  /// The reason in one line.
  package var message: String
  /// More lines that explain it.
  package var details: [String] = []

  /// The stop of a run that blocks its thread.
  ///
  /// - Parameters:
  ///   - waits: The waits.
  ///   - script: The name for the script, which is no event between two of its lines.
  package init(_ waits: [BlockedWait], callingTheScript script: String = "\(EventName.script)") {
    kind = .deadlocked
    let named = waits.map { wait in
      (wait, name: wait.event == .script ? script : "\(wait.event)")
    }
    let reasons = named.map { wait, name in wait.description(calling: name) }
    message = "deadlocked: \(reasons.joined(separator: ", "))"
    details = named.flatMap { wait, name in RunStop.places(of: wait, calling: name) }
  }

  /// Where somebody waits, and where a lock was taken that he waits for himself.
  private static func places(of wait: BlockedWait, calling name: String) -> [String] {
    let waiting = WaitingText.places(in: wait.functions)
    let taking = WaitingText.places(in: wait.takers)
    return (waiting.isEmpty ? [] : ["\(name) waits"] + waiting)
      + (taking.isEmpty ? [] : ["and has taken the lock"] + taking)
  }

  /// The stop of a run that something has left, or come into.
  package init(_ escapes: [Escape]) {
    kind = .escaped
    let first = escapes.first.map { escape in "\(escape)" } ?? "work"
    message = "outside of every schedule: \(first)"
  }

  fileprivate init(_ kind: CaseFailure.Kind, _ message: String, details: [String] = []) {
    self.kind = kind
    self.message = message
    self.details = details
  }
}

extension Stage {
  /// Why the simulation stopped before it was quiescent, with what it was at.
  package func stop(_ halt: Halt) -> RunStop {
    switch halt {
    case .escaped(let escapes): RunStop(escapes)
    case .overLimit(let limit): stop(limit)
    }
  }

  private func stop(_ limit: Limit) -> RunStop {
    let events = RecentEvents(simulation.recentEvents(RecentEvents.examined))
    let repeated = events.repetition.map { words in ": \(words)" } ?? ""
    switch limit {
    case .steps(let steps):
      if let name = consumers.first(where: \.isRunningAway)?.name {
        return RunStop(.limitReached, "'\(name)' got more than \(steps) answers at one instant")
      }
      return RunStop(
        .limitReached, "still busy after \(steps) steps\(repeated)", details: events.lines)
    case .virtualTime(let time):
      let bound = Value.readable(nanoseconds: Instant.start.advanced(by: time).nanoseconds)
      return RunStop(
        .limitReached, "still busy after \(bound) of virtual time\(repeated)", details: events.lines
      )
    }
  }

  /// What is amiss with a run that has been played to its end: a thread outside the simulation
  /// called the backend, or an event still waits for what nobody can give it any more.
  ///
  /// - Parameters:
  ///   - hasFailed: Whether something else is amiss: then a task that an executor outside has taken
  ///     may be why.
  ///   - isHalted: Whether the run was stopped before, so that nothing is asked of it any more.
  /// - Returns: The stop; nil if there is none.
  package func stopAtEnd(hasFailed: Bool, isHalted: Bool) -> RunStop? {
    if log.foreignEntries > 0 {
      return RunStop(.escaped, "the backend was called from outside the simulation")
    }
    if isHalted { return nil }
    if hasFailed || !unfinished.isEmpty {
      let elsewhere = simulation.tasksElsewhere
      if !elsewhere.isEmpty { return RunStop(elsewhere) }
    }
    let waits = simulation.blockedWaits
    return waits.isEmpty ? nil : RunStop(waits)
  }
}
