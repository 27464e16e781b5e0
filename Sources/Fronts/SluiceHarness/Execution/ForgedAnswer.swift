import SluiceReports
package import SluiceRunner
import SluiceText

/// A line on a worker's line that the kit does not write: a subject shares its process with the
/// worker, and has the same descriptors.
///
/// It puts all answers of that worker in doubt.
package struct ForgedAnswer: Sendable {
  /// The case that the worker was playing; nil if that was none.
  package let suspect: CulpritSearch.Suspect?
  /// The cases that it had answered before, in order.
  package let answered: [CulpritSearch.Suspect]
  /// The end of the worker, with the line.
  package let death: WorkerDeath

  /// A forged line.
  package init(
    suspect: CulpritSearch.Suspect?, answered: [CulpritSearch.Suspect], death: WorkerDeath
  ) {
    self.suspect = suspect
    self.answered = answered
    self.death = death
  }
}

/// Review of all answers of workers whose lines had forged ones: each case is asked for again in a
/// process of its own.
///
/// A subject that knows the whole protocol and writes a right answer in the place of the worker's,
/// in every process, and keeps the worker from writing its own, is not found out: native code in
/// the same process can't be kept from that.
package struct ForgeryReview {
  private let forgeries: [ForgedAnswer]
  private let supervisor: WorkerSupervisor

  /// A review.
  ///
  /// - Parameters:
  ///   - forgeries: What was forged.
  ///   - supervisor: Starts the processes.
  package init(of forgeries: [ForgedAnswer], askedAgainBy supervisor: WorkerSupervisor) {
    // Which worker played which cases follows from the machine's speed: only their order counts.
    self.forgeries = forgeries.sorted { one, other in one.key < other.key }
    self.supervisor = supervisor
  }

  /// The errors of the run: each forged line outside of cases, and each case with another answer.
  ///
  /// A forged line inside of a case is the error of that case.
  ///
  /// - Parameter isAskedAgain: Whether there is time to ask again.
  /// - Returns: The errors by the ids of the cases.
  package func errors(isAskedAgain: Bool) -> [String: RunJournal.WorkerError] {
    var errors: [String: RunJournal.WorkerError] = [:]
    var reviewed: Set<String> = []
    for forgery in forgeries {
      if forgery.suspect == nil, let last = forgery.answered.last, errors[last.id] == nil {
        errors[last.id] = RunJournal.WorkerError(
          of: last, untrusted: "the worker's answers can't be trusted: \(forgery.death)")
      }
      guard isAskedAgain else { continue }
      for suspect in forgery.answered where reviewed.insert(suspect.request).inserted {
        guard let difference = difference(from: suspect) else { continue }
        errors[suspect.id] = RunJournal.WorkerError(of: suspect, untrusted: difference)
      }
    }
    return errors
  }

  /// What a process of its own makes of a case, if that is not what was answered.
  private func difference(from suspect: CulpritSearch.Suspect) -> String? {
    var late: WorkerDeath?
    do {
      var session = supervisor.makeSession { death in late = death.death }
      let outcome = try session.ask(suspect.request)
      session.renew()
      switch (outcome, late) {
      case (.died(let death), _), (.answered, let death?):
        return "the answer can't be trusted: a worker with this case alone was \(death)"
      case (.answered(let answer, _), nil):
        guard suspect.answered(answer).answer != suspect.answer else { return nil }
        return "the answer was not the worker's: a worker with this case alone answers "
          + Self.description(of: answer, suspect.id)
      }
    } catch {
      return "the answer can't be trusted, and the case can't be asked for again: \(error)"
    }
  }

  private static func description(of answer: String, _ id: String) -> String {
    do {
      switch try CaseResult(answer: answer, of: id).outcome {
      case .passed: return "that it passes"
      case .skipped(let reason): return "that it is skipped: \(reason)"
      case .failed(let failure), .errored(let failure): return failure.message
      }
    } catch {
      return "\(error)"
    }
  }
}

extension ForgedAnswer {
  fileprivate var key: (String, String) {
    (suspect?.id ?? answered.last?.id ?? "", "\(death)")
  }
}

extension CulpritSearch.Suspect {
  /// The case with a digest of an answer.
  package func answered(_ answer: String) -> CulpritSearch.Suspect {
    var suspect = self
    suspect.answer = Fingerprint(of: answer).value
    return suspect
  }
}
