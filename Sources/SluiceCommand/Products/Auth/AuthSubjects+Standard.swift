import FakeAuth
import SluiceConformance
import StandardStreams

extension AuthSubjects {
  /// The streams as they should be in the types of the proposal and of what was shipped, which have
  /// room for one iteration.
  static let standard = [
    subject("standard", AuthStreams.state, traits: single) { auth in auth.authStateChanges },
    subject("standard", AuthStreams.token, traits: single) { auth in auth.idTokenChanges },
  ]

  private static let single = common.with { traits in
    traits.iterators = .single
    traits.releasesWhileHeld = false
  }
}
