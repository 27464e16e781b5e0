import FakeAuth
import ReferenceStreams
import SluiceConformance

extension AuthSubjects {
  /// The streams as they should be.
  static let reference = [
    subject("reference", AuthStreams.state, traits: common) { auth in auth.authStateChanges },
    subject("reference", AuthStreams.token, traits: common) { auth in auth.idTokenChanges },
  ]
}
