import FakeDatabase
import SluiceConformance
import StandardStreams

extension DatabaseSubjects {
  /// The streams as they should be in the proposal's exact types, which have room for one
  /// iteration.
  static let standard = streams(
    "standard",
    declaring: { traits in
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
    values: { query in query.value }, events: { query in query.events() })
}
