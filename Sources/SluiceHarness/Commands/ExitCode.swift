/// What the program tells its caller: a pipeline stops a merge on 1, and knows that 2 is not the
/// subject's fault.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// All held.
  case success = 0
  /// At least one case has a failure or an error as its result.
  case failure = 1
  /// The harness or its set-up failed, or the run was stopped before its end.
  case harnessFailure = 2
  /// A replayed schedule took another course.
  case diverged = 3
  /// Nothing was selected: a filter that matches nothing is never a success.
  case nothingSelected = 4
  /// The call or a scenario file is wrong.
  case usage = 64

  /// What it means: a phrase for the program's help.
  package var meaning: String {
    switch self {
    case .success: "all held"
    case .failure: "at least one case failed"
    case .harnessFailure: "the harness or its set-up failed, or the run was stopped"
    case .diverged: "a replayed schedule took another course"
    case .nothingSelected: "no case was selected"
    case .usage: "the call or a scenario file is wrong"
    }
  }
}
