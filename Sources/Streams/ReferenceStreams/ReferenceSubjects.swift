import FakeAuth
import FakeDatabase
import FakeDevice
import FakeFirestore
import FakeListener
import FakeMessaging
import FakeRemoteConfig
import FakeStorage
import FakeWebSocket
import ShippedProducts
package import SluiceConformance
import SluiceProducts
import SluiceSpies

/// The streams as they should be, of every product.
package enum ReferenceSubjects {
  /// All of them, in the order of the products.
  package static let all: [Subject] =
    auth + database + device + firestore + listener + messaging + remoteConfig + storage + webSocket
    + DemandSubjects.reference + DemandSubjects.roundTrips

  /// Authentication's.
  static let auth = [
    Subject("reference", of: AuthProduct.stateChanges, project: AuthProduct.shown) { auth in
      auth.authStateChanges
    },
    Subject("reference", of: AuthProduct.idTokenChanges, project: AuthProduct.shown) { auth in
      auth.idTokenChanges
    },
  ]

  /// The Realtime Database's.
  static let database = [
    Subject("reference", of: DatabaseProduct.value) { query in query.value },
    Subject("reference", of: DatabaseProduct.events) { query in query.events() },
  ]

  /// The device observers'.
  static let device = [
    Subject("reference", of: DeviceProduct.connectivity) { device in
      ConnectivityObserver(on: device).statusStream
    },
    Subject("reference", of: DeviceProduct.lifecycle) { device in
      AppLifecycleObserver(on: device).stateStream
    },
    Subject("reference", of: DeviceProduct.keyboard) { device in
      KeyboardObserver(on: device).stateStream
    },
  ]

  /// Firestore's.
  static let firestore = [
    Subject("reference", of: FirestoreProduct.document, open: snapshots),
    Subject("reference", of: FirestoreProduct.collection, open: snapshots),
    Subject("reference", of: FirestoreProduct.query, open: snapshots),
  ]

  @Sendable static func snapshots<Place: SnapshotSource>(
    _ target: FirestoreTarget<Place>
  ) -> ListenerSequence<Place.Snapshot, any Error> {
    target.includesMetadataChanges.map { included in
      target.place.snapshots(includeMetadataChanges: included)
    } ?? target.place.snapshots
  }

  /// The scripted listener's: as it should be, and where a cancelled consumer still gets what was
  /// buffered.
  package static let listener: [Subject] = [
    .overListener("reference") { listener, options in listener.values(options: options) },
    .overListener("reference-draining", traits: Traits().with { $0.bufferOnCancel = .drains }) {
      listener, options in
      var policies = ListenerPolicies()
      policies.bufferOnCancel = .drains
      return listener.values(options: options, policies: policies)
    },
  ]

  /// Messaging's.
  static let messaging = [
    Subject("reference", of: MessagingProduct.tokenUpdates, project: Value.string) { messaging in
      messaging.tokenUpdates
    },
    Subject("reference", of: MessagingProduct.foregroundMessages) { messaging in
      messaging.foregroundMessages
    },
  ]

  /// Remote Config's.
  static let remoteConfig = [
    Subject("reference", of: RemoteConfigProduct.updates) { config in config.updates },
    Subject("reference", of: RemoteConfigProduct.configUpdates) { config in config.configUpdates },
  ]

  /// Storage's.
  static let storage = [
    Subject("reference", of: StorageProduct.progressUpdates) { task in task.progressUpdates }
  ]

  /// The web sockets'.
  static let webSocket = [
    Subject("reference", of: WebSocketProduct.messages) { socket in
      let stream = SocketStream(task: socket.task)
      socket.closes(through: stream) { stream in stream.cancel() }
      return stream
    }
  ]
}
