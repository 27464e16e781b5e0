/// What became of one case on real threads.
///
/// It crosses from the worker to the command as one line of JSON.
package struct StressResult: Sendable, Hashable, Codable {
  /// The result, as of any case: the first round that was wrong makes it.
  package var result: CaseResult
  /// How many rounds were played.
  package var rounds = 0
  /// The seed of the round that was wrong.
  package var wrongSeed: UInt64?
  /// In how many rounds a line could not be played as it is meant.
  package var unreachedRounds = 0
  /// The first such line, with the reason.
  package var unreached: String?
  /// In how many rounds callbacks overlapped, so that some rules had no say.
  package var overlappingRounds = 0

  /// A result without any round.
  package init(_ result: CaseResult) {
    self.result = result
  }
}
