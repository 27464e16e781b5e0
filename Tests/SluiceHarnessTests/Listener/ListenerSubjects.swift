import ProposalStreams
import ReferenceStreams
import SluiceConformance
import StandardStreams

/// The shipped implementations of `listener.values` that are not wrong on purpose.
enum ListenerSubjects {
  /// The one as it should be.
  static let reference = ReferenceSubjects.listener[0]

  /// Those that keep every rule.
  static let right: [Subject] = ReferenceSubjects.listener + StandardSubjects.listener

  /// All of them, in the order in which they are shown.
  static let all: [Subject] = right + ProposalSubjects.listener
}
