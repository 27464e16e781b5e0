extension CaseFailure.Kind {
  /// Its meaning in a sentence.
  package var summary: String {
    switch self {
    case .ruleViolation: "The log of a run breaks a rule."
    case .expectationFailed: "An expectation of the scenario or the test was not met."
    case .passesUnexpectedly: "A failure that is listed as known did not occur as listed."
    case .subjectCrashed: "The process in which the case ran trapped, or ended by itself."
    case .subjectHung: "A consumer waits for ever, or a call has not come back."
    case .limitReached: "A run did not come to rest within its limit of steps or virtual time."
    case .deadlocked: "A thread blocks for something that no event of the run can give it."
    case .escaped: "Code of the run went on outside of the simulation, on a foreign thread."
    case .diverged: "The run did not follow the schedule that it was given."
    case .nondeterministic: "The same schedule had another course when it was played again."
    case .declarationWrong: "A listener has a callback for an ability that its source lacks."
    case .scenarioUnusable: "The scenario asks for what the backend or the driver can't do."
    case .answerUnusable: "A worker's answer is no result of its case, or the subject wrote it."
    }
  }
}
