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

/// The streams written the plain way that the proposal and the posts show.
package enum ProposalSubjects {
  /// All of them, in the order of the products.
  package static let all: [Subject] =
    auth + database + device + firestore + listener + messaging + remoteConfig + storage + webSocket
    + DemandSubjects.proposal

  /// What an `AsyncStream` declares that is made with the access: it listens from then on, and has
  /// room for one iteration.
  private static func asyncStream(_ traits: inout Traits) {
    traits.registration = .access
    traits.bufferOnCancel = .drains
    traits.iterators = .single
    traits.releasesWhileHeld = false
  }

  /// What an `AsyncThrowingStream` declares that is made with the access.
  private static func asyncThrowingStream(_ traits: inout Traits) {
    asyncStream(&traits)
    traits.repeatsError = true
  }

  /// What a sequence declares whose iterators make an `AsyncStream` each.
  private static func streamPerIterator(_ traits: inout Traits) {
    traits.registration = .iterator
    traits.bufferOnCancel = .drains
  }

  /// What a sequence declares whose iterators make an `AsyncThrowingStream` each.
  private static func throwingStreamPerIterator(_ traits: inout Traits) {
    streamPerIterator(&traits)
    traits.repeatsError = true
  }

  /// Authentication's: the proposal's as one stream, the other in the shape that was shipped, where
  /// each iterator makes a stream.
  static let auth = [
    Subject(
      "proposal", of: AuthProduct.stateChanges,
      traits: asyncStream, project: AuthProduct.shown
    ) { auth in auth.authStateChanges },
    Subject(
      "proposal", of: AuthProduct.idTokenChanges,
      traits: streamPerIterator, project: AuthProduct.shown
    ) { auth in auth.idTokenChanges },
  ]

  /// The Realtime Database's, in the proposal's exact types.
  static let database = [
    Subject("proposal", of: DatabaseProduct.value, traits: asyncThrowingStream) { query in
      query.value
    },
    Subject("proposal", of: DatabaseProduct.events, traits: asyncThrowingStream) { query in
      query.events()
    },
  ]

  /// The device observers' in the guide's exact types, written the plain way that it shows.
  static let device = [
    Subject("proposal", of: DeviceProduct.connectivity, traits: asyncStream) { device in
      ConnectivityObserver(on: device).statusStream
    },
    Subject("proposal", of: DeviceProduct.lifecycle, traits: asyncStream) { device in
      AppLifecycleObserver(on: device).stateStream
    },
    Subject("proposal", of: DeviceProduct.keyboard, traits: asyncStream) { device in
      KeyboardObserver(on: device).stateStream
    },
  ]

  /// Firestore's, in the proposal's exact types.
  static let firestore = [
    Subject(
      "proposal", of: FirestoreProduct.document, traits: asyncThrowingStream, open: snapshots),
    Subject(
      "proposal", of: FirestoreProduct.collection, traits: asyncThrowingStream, open: snapshots),
    Subject("proposal", of: FirestoreProduct.query, traits: asyncThrowingStream, open: snapshots),
  ]

  @Sendable private static func snapshots<Place: SnapshotSource>(
    _ target: FirestoreTarget<Place>
  ) -> AsyncThrowingStream<Place.Snapshot, any Error> {
    target.includesMetadataChanges.map { included in
      target.place.snapshots(includeMetadataChanges: included)
    } ?? target.place.snapshots
  }

  /// The scripted listener's: in the proposal's exact type, and in the vendor's shape, a plain
  /// stream for each iterator.
  package static let listener: [Subject] = [
    .overListener("proposal", traits: Traits().with(asyncThrowingStream)) { listener, options in
      listener.values(options: options)
    },
    .overListener("vendor", traits: Traits().with(throwingStreamPerIterator)) {
      listener, options in listener.vendorValues(options: options)
    },
  ]

  /// Messaging's, in the proposal's exact types.
  static let messaging = [
    Subject(
      "proposal", of: MessagingProduct.tokenUpdates, traits: asyncStream, project: Value.string
    ) { messaging in messaging.tokenUpdates },
    Subject("proposal", of: MessagingProduct.foregroundMessages, traits: asyncStream) { messaging in
      messaging.foregroundMessages
    },
  ]

  /// Remote Config's: the proposal's as one stream, the other in the shape that was shipped, where
  /// each iterator makes a stream.
  static let remoteConfig = [
    Subject(
      "proposal", of: RemoteConfigProduct.updates,
      traits: asyncThrowingStream, open: { config in config.updates }),
    Subject(
      "proposal", of: RemoteConfigProduct.configUpdates,
      traits: shippedUpdates, open: { config in config.configUpdates }),
  ]

  /// What was shipped takes an update before an error, and neither of them for the end.
  private static func shippedUpdates(_ traits: inout Traits) {
    throwingStreamPerIterator(&traits)
    traits.emptyEvent = .ends
    traits.ambiguousEvent = .yields
  }

  /// Storage's, in the proposal's exact type.
  static let storage = [
    Subject(
      "proposal", of: StorageProduct.progressUpdates,
      traits: asyncThrowingStream, open: { task in task.progressUpdates })
  ]

  /// The web sockets', as the article's last version has them.
  static let webSocket = [
    Subject(
      "proposal", of: WebSocketProduct.messages,
      traits: { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.releasesWhileHeld = false
        traits.repeatsError = true
      },
      open: { socket in
        let stream = SocketStream(task: socket.task)
        socket.closes(through: stream) { stream in stream.close() }
        return stream
      })
  ]
}
