import SluiceText

/// Page of a kind of problem, by the name that it has in reports.
struct KindExplanation {
  let kind: CaseFailure.Kind
  /// The name of the program, for the commands of the page.
  let program: String

  /// The meaning, the usual cause, the next step, and the exit code of the run.
  var text: String {
    let paragraphs = [
      "kind \(kind.rawValue): \(kind.summary)",
      "Usual cause: \(usualCause)", "Next: \(next)", "Result: \(result)",
    ]
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private var usualCause: String {
    switch kind {
    case .ruleViolation:
      "The stream has a fault that the rule describes, or its subject declares a trait that it "
        + "does not have."
    case .expectationFailed:
      "The stream yields another value, error or end than the line expects, or yields it later. "
        + "Or the line expects what the backend does not do."
    case .passesUnexpectedly:
      "The fault is fixed, the case fails for another cause than the list says, or the list names "
        + "a case that is skipped or does not exist."
    case .subjectCrashed:
      "The stream resumes a continuation twice, unwraps nil, reads memory that is gone, or calls "
        + "exit. The message begins with what the runtime said. The functions stand behind 'it "
        + "crashed here:' where the kit could find them."
    case .subjectHung:
      "A continuation is never resumed, a loop never suspends, or a system call blocks. A loop "
        + "that sleeps by 'try?' never suspends once its task is cancelled. Where the kit knows "
        + "the functions in which the thread is, it names them."
    case .limitReached:
      "A loop goes on at one instant of virtual time, as one does that polls or retries without a "
        + "pause. The events that repeat are below the message."
    case .deadlocked:
      "Code holds a lock while it calls the source, which calls back and waits for that lock. Or "
        + "it waits on a semaphore that only its own thread could signal."
    case .escaped:
      "The stream starts a thread, waits for a descriptor, or uses an executor of its own. No "
        + "schedule decides what happens there."
    case .diverged:
      "The stream or the scenario has changed since the schedule was recorded, so that a choice in "
        + "it never comes up."
    case .nondeterministic:
      "The stream depends on an address, a process number, the real time, or state that an earlier "
        + "case left in a static property."
    case .declarationWrong:
      "The subject says '.lacking(…)' for an ability, and the stream registers a callback for it."
    case .scenarioUnusable:
      "A line names a stream without a subject, a call that never comes, or a value that a verb "
        + "refuses."
    case .answerUnusable:
      "The subject writes to file descriptors that it did not open, or closes those of its "
        + "process. The results of that process can't be trusted."
    }
  }

  private var next: String {
    switch kind {
    case .ruleViolation:
      "Run '\(program) explain RULE' with the id at the beginning of the message. The command "
        + "behind 'again:' shows the failure once more, and '\(program) traits' what the stream "
        + "does beside what it declares."
    case .expectationFailed:
      "Read the line of the scenario and the log. The command behind 'again:' shows the failure "
        + "once more, with '--log' every entry."
    case .passesUnexpectedly:
      "Take the case off the list, or write the list anew with '\(program) run "
        + "--write-known-failing FILE'."
    case .subjectCrashed, .limitReached:
      "Run the command behind 'again:'. '\(program) run --isolation none' with the same filter "
        + "runs the case in one process, which a debugger can watch."
    case .subjectHung:
      "Run the command behind 'again:'. With a greater '--watchdog' a slow call comes back, and a "
        + "hang does not."
    case .deadlocked:
      "Look at the places below the message where the lock is taken and awaited, release the lock "
        + "before the call, and run the command behind 'again:'."
    case .escaped:
      "Use tasks, queues and clocks that the simulation runs, and run the command behind 'again:'. "
        + "'\(program) stress' plays the case on real threads."
    case .diverged:
      "Run the case without the schedule, with '\(program) run' and its path. If it fails, record "
        + "the schedule that the report shows."
    case .nondeterministic:
      "Run the command behind 'again:' several times and compare the logs at the first entry that "
        + "the report names as different."
    case .declarationWrong:
      "Take the ability out of '.lacking(…)', or the callback out of the add. '\(program) explain "
        + "abilities' lists the abilities."
    case .scenarioUnusable:
      "Run '\(program) check' for the file, and '\(program) explain VERB' for the word of the line."
    case .answerUnusable:
      "Run the command behind 'again:' to find the write, and run everything again once it is gone."
    }
  }

  /// Whether reports count it as a failure or an error, and with what exit code the run ends.
  private var result: String {
    let word = kind.isFailure ? "a failure" : "an error"
    let code: ExitCode = kind == .answerUnusable ? .harnessFailure : .failure
    let replay =
      kind == .diverged ? ", and a replay with \(ExitCode.diverged.rawValue)" : ""
    return "It is \(word) of the case. The run ends with exit code \(code.rawValue)\(replay)."
  }
}
