package import SluiceConformance

/// A stream whose fault shows under some orders of events only.
///
/// Under the canonical schedule it is right in every scenario that forces no fault with `during`.
/// So no single run catches it; schedules that explore do.
package struct RacingSubject: Sendable {
  /// The stream.
  package let subject: Subject
  /// The id of the rule that catches it.
  package let rule: String
  /// The id of a shipped case that shows the fault under some schedules, and not under the
  /// canonical one.
  package let caseID: String
}

extension RacingSubject: CustomStringConvertible {
  /// The subject's name, as test output shows it.
  package var description: String { subject.name }
}
