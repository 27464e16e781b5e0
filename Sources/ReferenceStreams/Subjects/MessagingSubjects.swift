import FakeMessaging
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ReferenceSubjects {
  /// Messaging's.
  static let messaging = [
    Subject("reference", of: MessagingProduct.tokenUpdates, project: Value.string) { messaging in
      messaging.tokenUpdates
    },
    Subject("reference", of: MessagingProduct.foregroundMessages) { messaging in
      messaging.foregroundMessages
    },
  ]
}
