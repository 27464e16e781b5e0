package import SluiceConformance

/// Streams that leave something behind, in their process or beside it, which shows when their case
/// is over.
///
/// Of those that kill their process later no result of a case tells. A run has to be red all the
/// same, name the case that is to blame, and leave every other case its own result.
package enum LeavingStreams {
  /// Every such stream.
  package static let all: [Subject] = [
    FaultyAbortsAtExit.subject, FaultyAsksToBeTraced.subject, FaultyDetachesAProcess.subject,
    FaultyRemembersACancel.subject, FaultyShedsItsMark.subject, FaultyTrapsWhileTraced.subject,
  ]
}
