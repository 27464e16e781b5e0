/// The search for the case that a worker died of, where that is not the one it was just asked for.
///
/// What a case leaves behind can kill its process later: a timer of the system, memory that it has
/// spoilt, a handler of the process's end. So new workers are asked for a part of what the dead one
/// had been asked for, until one case is left.
package struct CulpritSearch {
  /// A case that a worker was asked for.
  package struct Suspect: Sendable, Hashable {
    /// The case's stable id.
    package var id: String
    /// The path of its file as reports show it, and the line where it begins.
    package var path: String
    package var line: Int
    /// What the worker was asked, in a line.
    package var request: String
    /// The command that shows the case again.
    package var again: String
    /// A digest of the answer; nil if there is none.
    package var answer: UInt64?

    /// A case that a worker was asked for.
    package init(id: String, path: String, line: Int, request: String, again: String) {
      self.id = id
      self.path = path
      self.line = line
      self.request = request
      self.again = again
    }
  }

  /// What came of a search.
  package enum Finding: Sendable, Hashable {
    /// A new worker dies of this one case alone, or of what comes behind it.
    case culprit(Suspect)
    /// It takes more than one of these.
    case several([Suspect])
    /// A new worker does not die of all of them.
    case notAgain
  }

  /// Whether a new worker dies that is asked for some cases one after the other.
  private let dies: ([Suspect]) throws -> Bool

  /// A search.
  ///
  /// - Parameter dies: Has a new worker asked for some cases, and says whether it dies of them, be
  ///   it some time after the last.
  package init(dies: @escaping ([Suspect]) throws -> Bool) {
    self.dies = dies
  }

  /// What a worker died of.
  ///
  /// - Parameters:
  ///   - suspects: What it had answered, in order.
  ///   - victim: What it was asked for when it died; nil if that was nothing.
  ///   - known: Cases that others have died of, by their ids.
  /// - Returns: What was found.
  /// - Throws: What asking throws.
  package func finding(
    among suspects: [Suspect], before victim: Suspect?, known: Set<String> = []
  ) throws -> Finding {
    let end = victim.map { victim in [victim] } ?? []
    let likely = [
      suspects.last { suspect in known.contains(suspect.id) }, suspects.last,
    ]
    for case let suspect? in likely where try dies([suspect] + end) { return .culprit(suspect) }
    guard suspects.count > 1, try dies(suspects + end) else { return .notAgain }
    var left = suspects[...]
    while left.count > 1 {
      let early = left.prefix(left.count / 2)
      let late = left.dropFirst(early.count)
      if try dies(late + end) {
        left = late
      } else if try dies(early + end) {
        left = early
      } else {
        return .several(Array(left))
      }
    }
    return .culprit(left[left.startIndex])
  }
}
