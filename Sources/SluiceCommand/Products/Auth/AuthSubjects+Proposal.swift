import FakeAuth
import ProposalStreams
import SluiceConformance

extension AuthSubjects {
  /// The streams written the plain way: the proposal's as one stream, the other in the shape that
  /// was shipped, where each iterator makes a stream.
  static let proposal = [
    subject(
      "proposal", AuthStreams.state,
      traits: common.with { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.iterators = .single
        traits.releasesWhileHeld = false
      }
    ) { auth in auth.authStateChanges },
    subject(
      "proposal", AuthStreams.token,
      traits: common.with { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
      }
    ) { auth in auth.idTokenChanges },
  ]
}
