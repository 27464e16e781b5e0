import DemandStreams
import FakeFirestore
import FakeListener
import ShippedProducts
package import SluiceConformance
import SluiceProducts
import SluiceSpies

/// The bridges as they should be, and streams that have gone through both.
package enum DemandSubjects {
  /// Both bridges, one after the other.
  package static let reference: [SluiceConformance.Subject] = [
    .publisher("reference") { source in source.publisher },
    .values("reference") { publisher in publisher.values },
  ]

  /// Reference streams of products as publishers, and these as sequences again: whatever is asked
  /// of a product's stream is asked of them.
  package static let roundTrips: [SluiceConformance.Subject] = [
    .overListener("round-trip", traits: Traits().with(settles)) { listener, options in
      listener.values(options: options).publisher.values
    },
    Subject("round-trip", of: FirestoreProduct.document, traits: settles) { target in
      ReferenceSubjects.snapshots(target).publisher.values
    },
    Subject("round-trip", of: FirestoreProduct.collection, traits: settles) { target in
      ReferenceSubjects.snapshots(target).publisher.values
    },
    Subject("round-trip", of: FirestoreProduct.query, traits: settles) { target in
      ReferenceSubjects.snapshots(target).publisher.values
    },
    Subject("round-trip", of: WebSocketProduct.messages, traits: settles) { socket in
      let stream = SocketStream(task: socket.task)
      socket.closes(through: stream) { stream in stream.cancel() }
      return stream.publisher.values
    },
  ]

  /// Between the two bridges is a task, which has to end before the stream is let go of.
  private static func settles(_ traits: inout Traits) { traits.removal = .settled }

  private typealias Subject = SluiceConformance.Subject
}
