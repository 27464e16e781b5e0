package import SluiceSimulation
package import SluiceSpies

/// What came of a run's registrations after its end: nothing of it is judged, but a report says
/// more than that they were left.
package struct Aftermath: Sendable {
  /// What happened after the log was closed, in order.
  package var entries: [LogEntry] = []
  /// How far time was let pass, if something was still to happen then; nil if nothing was.
  package var cut: Instant?

  /// What came of a run of which nobody knows.
  package init() {}
}

extension Stage {
  /// How far a run is followed that has left a registration behind.
  private static let reach = (time: Duration.seconds(10), steps: 1_000)

  /// Lets time pass after a run whose log is closed, until the registrations that it has left are
  /// removed, or nothing is left to happen.
  ///
  /// - Returns: What happened; nothing where it left none.
  package func playAftermath() -> Aftermath {
    var left = Stage.registrationsLeft(by: log.entries)
    var aftermath = Aftermath()
    guard !left.isEmpty, simulation.nextTimer != nil else { return aftermath }
    let end = simulation.now.advanced(by: Stage.reach.time)
    let lastStep = simulation.step + Stage.reach.steps
    log.keepAftermath()
    while !left.isEmpty, let next = simulation.nextTimer {
      guard next <= end else {
        aftermath.cut = end
        break
      }
      guard simulation.step < lastStep, simulation.advance(to: next) == nil else {
        aftermath.cut = simulation.now
        break
      }
      left.subtract(Stage.registrationsRemoved(in: log.aftermath))
    }
    aftermath.entries = log.aftermath
    return aftermath
  }

  private static func registrationsLeft(by entries: [LogEntry]) -> Set<RegistrationID> {
    var left: Set<RegistrationID> = []
    for case .addReturned(let registration) in entries.lazy.map(\.event) {
      left.insert(registration)
    }
    return left.subtracting(registrationsRemoved(in: entries))
  }

  private static func registrationsRemoved(in entries: [LogEntry]) -> Set<RegistrationID> {
    var removed: Set<RegistrationID> = []
    for case .removeCalled(let registration, _) in entries.lazy.map(\.event) {
      removed.insert(registration)
    }
    return removed
  }
}

extension Evidence {
  /// What became of a registration that was still there at a place, in words: `was never removed`,
  /// or when it was.
  func fate(of registration: RegistrationRecord, after place: Int) -> String {
    if let removal = removal(of: registration) {
      return released(registration, after: place) ?? lateness(of: removal, after: place)
        ?? "was removed only later, in step \(removal.step)"
    }
    return aftermath.cut.map { cut in "was not removed by \(Evidence.text(cut))" }
      ?? "was never removed"
  }

  /// That a registration was still there at a place; and when it was removed, if time had passed.
  func stillRegistered(
    _ registration: RegistrationRecord, at place: Int, _ when: String = ""
  ) -> String {
    "#\(registration.id.number) was still registered\(when)"
      + removedLater(registration, after: place)
  }

  /// When a registration was removed after all, as the end of a sentence that says that it was not
  /// at a place; empty where it never was, or no time has passed.
  func removedLater(_ registration: RegistrationRecord, after place: Int) -> String {
    if let released = released(registration, after: place) { return "; it \(released)" }
    guard
      let removal = removal(of: registration), let late = lateness(of: removal, after: place)
    else { return "" }
    return "; it \(late)"
  }

  /// The entry of a registration's removal, in the log or after its end.
  private func removal(of registration: RegistrationRecord) -> LogEntry? {
    if let gone = registration.gone { return entries[gone] }
    return aftermath.entries.first { entry in
      if case .removeCalled(registration.id, by: _) = entry.event { return true }
      return false
    }
  }

  /// When something happened that came later than a place; nil where no time has passed.
  private func lateness(of removal: LogEntry, after place: Int) -> String? {
    let delay = removal.instant.nanoseconds - entries[place].instant.nanoseconds
    guard delay > 0 else { return nil }
    let later = Value.readable(nanoseconds: delay)
    return "was removed \(later) later, at \(Evidence.text(removal.instant)) "
      + "(step \(removal.step))"
  }

  /// That a removal was none of the stream's own.
  ///
  /// The driver had to let go of something at the end of the run. Nil where it was, or where the
  /// place is behind that.
  private func released(_ registration: RegistrationRecord, after place: Int) -> String? {
    guard
      let epilogueBegan, place < epilogueBegan, let removal = registration.gone,
      removal > epilogueBegan
    else { return nil }
    let cause = entries[epilogueBegan..<removal].last { entry in
      switch entry.event {
      case .iteratorDropped, .sequenceDropped, .cancelCalled, .nextCalled: true
      default: false
      }
    }
    switch cause?.event {
    case .iteratorDropped?: return "was removed only with its iterator, at the end of the run"
    case .sequenceDropped?: return "was removed only with its sequence, at the end of the run"
    default: return "was removed only when the run was ended"
    }
  }

  private static func text(_ instant: Instant) -> String {
    Value.readable(nanoseconds: instant.nanoseconds)
  }
}
