import FakeMessaging
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ProposalSubjects {
  /// Messaging's, in the proposal's exact types.
  static let messaging = [
    Subject(
      "proposal", of: MessagingProduct.tokenUpdates, traits: oneStream, project: Value.string
    ) { messaging in messaging.tokenUpdates },
    Subject("proposal", of: MessagingProduct.foregroundMessages, traits: oneStream) { messaging in
      messaging.foregroundMessages
    },
  ]

  /// What both declare: each access makes one stream, which listens from then on.
  private static func oneStream(_ traits: inout Traits) {
    traits.registration = .access
    traits.bufferOnCancel = .drains
    traits.iterators = .single
    traits.releasesWhileHeld = false
  }
}
