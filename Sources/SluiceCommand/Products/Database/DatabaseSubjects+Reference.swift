import FakeDatabase
import ReferenceStreams
import SluiceConformance

extension DatabaseSubjects {
  /// The streams as they should be.
  static let reference = streams(
    "reference",
    values: { query in query.value }, events: { query in query.events() })
}
