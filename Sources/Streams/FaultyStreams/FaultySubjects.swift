package import SluiceConformance

/// The streams that are wrong on purpose, of every kind, and the controls, as subjects.
package enum FaultySubjects {
  /// All of them, in the order in which they are shown.
  package static let all: [Subject] =
    FaultyStreams.all.map { faulty in faulty.subject }
    + RacingStreams.all.map { racing in racing.subject } + FatalStreams.all
    + LeavingStreams.all
    + EscapingStreams.all + UnguardedStreams.all + NondeterministicStreams.all
    + FaultySockets.all.map { faulty in faulty.subject }
    + FaultyAppStreams.all.map { faulty in faulty.subject } + TwiceAnsweredStreams.all
    + TwiceAnsweredStreams.styles + ControlStreams.all
    + PairwiseControls.all
    + DeclaringSubject.all.map { declaring in declaring.subject }
    + FaultyContainers.all.map { faulty in faulty.subject } + [FaultyContainers.control]
    + (FaultyBridges.all + FaultyBridges.racing).map { faulty in faulty.subject }
    + FaultyBridges.controls
}
