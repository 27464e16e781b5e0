/// A reason for which a run can't be planned, or does not go as it was planned.
package enum PlanError: Error, Sendable, Hashable {
  /// There is no such file or directory.
  case missing(String)
  /// A file without the extension of scenarios.
  case noScenario(String)
  /// A directory below which there are no scenario files.
  case noScenarios(String)
  /// A file or directory outside the folder in which scenarios live.
  case outside(String, folder: String)
  /// A file or directory that can't be read.
  case unreadable(String, reason: String)
  /// A file that is longer than files of its kind may be, in bytes.
  case tooLarge(String, limit: Int)
  /// A file that is not UTF-8, with the place of the first wrong byte.
  case notText(String, line: Int, column: Int)
  /// A scenario file that was right when the run was planned and is wrong now.
  case spoiled(String)
  /// Scenario files changed while they ran: not as many cases as were planned.
  case changed(planned: Int, ran: Int)

  /// The file or directory in question, if it is one.
  package var place: String? {
    switch self {
    case .missing(let place), .noScenario(let place), .noScenarios(let place),
      .outside(let place, _), .unreadable(let place, _), .tooLarge(let place, _),
      .notText(let place, _, _), .spoiled(let place):
      place
    case .changed: nil
    }
  }
}

extension PlanError: CustomStringConvertible {
  /// The reason in a sentence.
  package var description: String {
    switch self {
    case .missing(let place): "there is no file or directory '\(place)'"
    case .noScenario(let place): "'\(place)' is no .scenario file"
    case .noScenarios(let place): "there are no .scenario files below '\(place)'"
    case .outside(let place, let folder): "'\(place)' lies outside of '\(folder)'"
    case .unreadable(let place, let reason): "'\(place)' can't be read: \(reason)"
    case .tooLarge(let place, let limit): "'\(place)' has more than \(limit) bytes"
    case .notText(let place, let line, let column):
      "\(place):\(line):\(column): error: a byte that is not UTF-8"
    case .spoiled(let place): "'\(place)' was changed while the run went on, and is wrong now"
    case .changed(let planned, let ran):
      "the scenarios were changed while the run went on: \(planned) cases were planned, "
        + "and there were \(ran)"
    }
  }
}
