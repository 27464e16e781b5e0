import FakeDatabase
import ProposalStreams
import SluiceConformance

extension DatabaseSubjects {
  /// The streams in the proposal's exact types, written the plain way.
  static let proposal = streams(
    "proposal",
    declaring: { traits in
      traits.registration = .access
      traits.bufferOnCancel = .drains
      traits.iterators = .single
      traits.releasesWhileHeld = false
      traits.repeatsError = true
    },
    values: { query in query.value }, events: { query in query.events() })
}
