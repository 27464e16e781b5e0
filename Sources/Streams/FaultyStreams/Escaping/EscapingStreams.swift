package import SluiceConformance

/// Streams that leave the simulation: what they do follows from no schedule.
///
/// No rule is there to catch them. The case in which one leaves has to say so, and where, the same
/// in each run, and every other case has to have its own result all the same.
package enum EscapingStreams {
  /// Every escaping stream.
  package static let all: [Subject] = [
    FaultyStartsAThread.subject, FaultyRemovesOnAThread.subject, FaultyReadsAPipe.subject,
  ]
}
