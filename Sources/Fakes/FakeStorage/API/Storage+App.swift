public import FakeCore
import SluiceSimulation
public import SluiceSpies

/// The buckets of an app, from its container. Sources: the text on interop, *Multiple Instances per
/// FIRApp*; `FirebaseStorage/Sources/{Storage,StorageComponent}.swift`.
extension Storage {
  /// The name of the bucket that is meant where none is named, and the options name none.
  public static let defaultBucket = "fake-bucket"

  /// The default app's bucket, the same object each time.
  ///
  /// Where the app is not configured, or nothing is registered that is a storage, the process stops
  /// with the reason.
  public static func storage() -> Storage {
    storage(app: .configuredDefault)
  }

  /// A bucket of the default app, the same object each time.
  ///
  /// - Parameter url: The bucket, as in `gs://bucket`.
  /// - Returns: Its storage.
  public static func storage(url: String) -> Storage {
    storage(app: .configuredDefault, url: url)
  }

  /// An app's bucket, which its options name, the same object each time.
  ///
  /// - Parameter app: The app. Where it is deleted, or nothing is registered that is a storage, the
  ///   process stops with the reason.
  /// - Returns: Its storage.
  public static func storage(app: FirebaseApp) -> Storage {
    storage(app: app, bucket: app.options.storageBucket ?? defaultBucket)
  }

  /// A bucket of an app, the same object each time.
  ///
  /// - Parameters:
  ///   - app: The app. Where it is deleted, or nothing is registered that is a storage, the process
  ///     stops with the reason.
  ///   - url: The bucket, as in `gs://bucket`. Where it names no bucket, or a place in one, the
  ///     process stops with the reason.
  /// - Returns: Its storage.
  public static func storage(app: FirebaseApp, url: String) -> Storage {
    let bucket = url.hasPrefix("gs://") ? url.dropFirst("gs://".count) : ""
    let name = bucket.hasSuffix("/") ? bucket.dropLast() : bucket
    if name.isEmpty || name.contains("/") { MissingStoragePart.bucketURLs.stop(at: url) }
    return storage(app: app, bucket: String(name))
  }

  private static func storage(app: FirebaseApp, bucket: String) -> Storage {
    app.offered((any StorageProvider).self).instance(for: bucket)
  }

  /// The app that the storage belongs to; where it was made without one, the process stops.
  public var app: FirebaseApp {
    guard let app = membership.app else {
      preconditionFailure("this storage was made by hand, and belongs to no app")
    }
    return app
  }

  /// The library of Storage.
  ///
  /// - Parameter makeStorage: Makes an app's storage of a bucket.
  /// - Returns: The library, to be registered with a core.
  package static func library(
    _ makeStorage: @escaping @Sendable (FirebaseApp, _ bucket: String) -> Storage
  ) -> Library {
    Library(name: "fire-str", version: "1.0.0") {
      let provider = Component.single(
        (any StorageProvider).self, dependencies: [UserCredentials.dependency]
      ) { container in AppInstances(of: container.app, make: makeStorage) }
      return [provider]
    }
  }
}

/// The end of the app: its transfers stop where they are, and their observers are let go of.
///
/// The SDK's component does nothing then: what is under way goes on until it ends. Here nobody
/// hears of it again, as of a terminated Firestore.
extension Storage: AppInstance {
  /// Lets go of the observers, and stops the transfers.
  public func close() {
    closeObservers()
    backend.stopTransfers(of: self)
  }
}

/// What Storage is registered by: nobody else can ask for it.
private protocol StorageProvider: AnyObject, Sendable {
  func instance(for bucket: String) -> Storage
}

extension AppInstances: StorageProvider where Parameter == String, Instance == Storage {}

extension StorageEmulator {
  /// The library of Storage, each of whose buckets is one of this server.
  ///
  /// The server has one set of objects, which all buckets show, whatever their names.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of observers.
  ///   - behavior: How observers are treated throughout.
  /// - Returns: The library, to be registered with a core.
  public func library(
    spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) -> Library {
    Storage.library { [self] _, bucket in
      makeStorage(spy: spy, behavior: behavior, bucket: bucket)
    }
  }
}

extension StorageScript {
  /// The library of Storage whose apps all have the storage of this script.
  public func library() -> Library { Storage.library { [storage] _, _ in storage } }
}
