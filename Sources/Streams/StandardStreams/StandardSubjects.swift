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

/// The streams as they should be in the exact types of the proposal, which have room for one
/// iteration, and of what was shipped, where each iterator has its own.
package enum StandardSubjects {
  /// All of them, in the order of the products.
  package static let all: [Subject] =
    auth + database + demand + device + firestore + listener + messaging + remoteConfig + storage
    + webSocket

  /// What a stream declares that has room for one iteration, whose listener may stay for as long as
  /// the sequence is held.
  static func single(_ traits: inout Traits) {
    traits.iterators = .single
    traits.releasesWhileHeld = false
  }

  /// Authentication's.
  static let auth = [
    Subject(
      "standard", of: AuthProduct.stateChanges, traits: single, project: AuthProduct.shown
    ) { auth in Standard(auth).authStateChanges },
    Subject("standard", of: AuthProduct.idTokenChanges, project: AuthProduct.shown) { auth in
      Standard(auth).idTokenChanges
    },
  ]

  /// The Realtime Database's.
  static let database = [
    Subject("standard", of: DatabaseProduct.value, traits: single) { query in Standard(query).value
    },
    Subject("standard", of: DatabaseProduct.events, traits: single) { query in
      Standard(query).events()
    },
  ]

  /// Those of publishers.
  static let demand: [Subject] = [
    .values("standard", traits: single) { publisher in publisher.standardValues() }
  ]

  /// The device observers'.
  static let device = [
    Subject("standard", of: DeviceProduct.connectivity, traits: single) { device in
      ConnectivityObserver(on: device).statusStream
    },
    Subject("standard", of: DeviceProduct.lifecycle, traits: single) { device in
      AppLifecycleObserver(on: device).stateStream
    },
    Subject("standard", of: DeviceProduct.keyboard, traits: single) { device in
      KeyboardObserver(on: device).stateStream
    },
  ]

  /// Firestore's.
  static let firestore = [
    Subject("standard", of: FirestoreProduct.document, traits: single, open: snapshots),
    Subject("standard", of: FirestoreProduct.collection, traits: single, open: snapshots),
    Subject("standard", of: FirestoreProduct.query, traits: single, open: snapshots),
  ]

  @Sendable private static func snapshots<Place: SnapshotSource>(
    _ target: FirestoreTarget<Place>
  ) -> AsyncThrowingStream<Place.Snapshot, any Error> {
    let standard = Standard(target.place)
    return target.includesMetadataChanges.map { included in
      standard.snapshots(includeMetadataChanges: included)
    } ?? standard.snapshots
  }

  /// The scripted listener's.
  package static let listener: [Subject] = [
    .overListener("standard", traits: Traits().with(single)) { listener, options in
      listener.values(options: options)
    }
  ]

  /// Messaging's.
  static let messaging = [
    Subject(
      "standard", of: MessagingProduct.tokenUpdates, traits: single, project: Value.string
    ) { messaging in Standard(messaging).tokenUpdates },
    Subject("standard", of: MessagingProduct.foregroundMessages, traits: single) { messaging in
      Standard(messaging).foregroundMessages
    },
  ]

  /// Remote Config's.
  static let remoteConfig = [
    Subject("standard", of: RemoteConfigProduct.updates, traits: single) { config in
      Standard(config).updates
    },
    Subject("standard", of: RemoteConfigProduct.configUpdates, traits: shipped) { config in
      Standard(config).configUpdates
    },
  ]

  /// What was shipped takes an update before an error, and neither of them for the end.
  private static func shipped(_ traits: inout Traits) {
    traits.emptyEvent = .ends
    traits.ambiguousEvent = .yields
  }

  /// Storage's.
  static let storage = [
    Subject("standard", of: StorageProduct.progressUpdates, traits: single) { task in
      Standard(task).progressUpdates
    }
  ]

  /// The web sockets', in the article's exact types.
  static let webSocket = [
    Subject("standard", of: WebSocketProduct.messages, traits: single) { socket in
      let stream = SocketStream(task: socket.task)
      socket.closes(through: stream) { stream in stream.close() }
      return stream
    }
  ]
}
