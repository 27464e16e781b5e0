import SluiceConformance

/// What `sluice stress` asks a worker for: one case, and how often to play it.
///
/// It crosses as one line of JSON.
package struct StressRequest: Sendable, Hashable, Codable {
  /// The directory where shown paths begin.
  package var root: String
  /// The path as reports show it.
  package var shownPath: String
  /// The case's stable id.
  package var id: String
  /// The name of the implementations under test.
  package var subject: String
  /// The lowest level at which a violation fails the case.
  package var level: String
  /// How many rounds.
  package var rounds: Int
  /// The seed of the first round.
  package var seed: UInt64
  /// The command that shows a round again, but for its seed, which is the last word.
  package var again: String

  /// A request for one case.
  ///
  /// - Parameters:
  ///   - root: The directory where shown paths begin.
  ///   - shownPath: The path as reports show it.
  ///   - id: The case's stable id.
  ///   - subject: The name of the implementations under test.
  ///   - level: The lowest level at which a violation fails the case.
  ///   - rounds: How many rounds.
  ///   - seed: The seed of the first round.
  ///   - again: The command that shows a round again, but for its seed, which is the last word.
  package init(
    root: String, shownPath: String, id: String, subject: String, level: String, rounds: Int,
    seed: UInt64, again: String
  ) {
    self.root = root
    self.shownPath = shownPath
    self.id = id
    self.subject = subject
    self.level = level
    self.rounds = rounds
    self.seed = seed
    self.again = again
  }
}

/// What a worker answers to such a request.
enum StressAnswer: Sendable, Codable {
  /// What became of the case.
  case result(StressResult)
  /// The request was of no use, for this reason.
  case unusable(String)
}
