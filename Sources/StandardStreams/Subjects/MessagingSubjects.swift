import FakeMessaging
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension StandardSubjects {
  /// Messaging's.
  static let messaging = [
    Subject(
      "standard", of: MessagingProduct.tokenUpdates, traits: single, project: Value.string
    ) { messaging in messaging.tokenUpdates },
    Subject("standard", of: MessagingProduct.foregroundMessages, traits: single) { messaging in
      messaging.foregroundMessages
    },
  ]
}
