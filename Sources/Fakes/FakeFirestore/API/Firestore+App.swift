public import FakeCore
import SluiceSimulation
public import SluiceSpies

/// The databases of an app, from its container. Sources: the text on interop, *Multiple Instances
/// per FIRApp*; `Firestore/Source/API/{FIRFirestore,FSTFirestoreComponent}.mm`.
extension Firestore {
  /// The name of the database that is meant where none is named.
  static let defaultDatabase = "(default)"

  /// The default database of the default app, the same object each time.
  ///
  /// Where the app is not configured, or nothing is registered that is a Firestore, the process
  /// stops with the reason.
  public static func firestore() -> Firestore { firestore(database: defaultDatabase) }

  /// The default database of an app, the same object each time.
  ///
  /// - Parameter app: The app. Where it is deleted, or nothing is registered that is a Firestore,
  ///   the process stops with the reason.
  /// - Returns: Its database.
  public static func firestore(app: FirebaseApp) -> Firestore {
    firestore(app: app, database: defaultDatabase)
  }

  /// A database of the default app, the same object each time.
  ///
  /// - Parameter database: Its name.
  /// - Returns: The database.
  public static func firestore(database: String) -> Firestore {
    firestore(app: .configuredDefault, database: database)
  }

  /// A database of an app, the same object each time.
  ///
  /// - Parameters:
  ///   - app: The app. Where it is deleted, or nothing is registered that is a Firestore, the
  ///     process stops with the reason.
  ///   - database: Its name.
  /// - Returns: The database.
  public static func firestore(app: FirebaseApp, database: String) -> Firestore {
    app.offered((any FirestoreMultiDBProvider).self).instance(for: database)
  }

  /// The app that the database belongs to; where it was made without one, the process stops.
  public var app: FirebaseApp {
    guard let app = membership.app else {
      preconditionFailure("this database was made by hand, and belongs to no app")
    }
    return app
  }

  /// The library of Firestore.
  ///
  /// - Parameter makeFirestore: Makes an app's database of a name.
  /// - Returns: The library, to be registered with a core.
  package static func library(
    _ makeFirestore: @escaping @Sendable (FirebaseApp, _ database: String) -> Firestore
  ) -> Library {
    Library(name: "fire-fst", version: "1.0.0") {
      let provider = Component.single(
        (any FirestoreMultiDBProvider).self, dependencies: [UserCredentials.dependency]
      ) { container in AppInstances(of: container.app, make: makeFirestore) }
      return [provider]
    }
  }
}

/// The end of the app: the client is terminated, as by the SDK's `FSTFirestoreComponent`.
///
/// The SDK raises an exception where a terminated client is asked for anything. Here nobody hears
/// of it again: who listens is never called, and no write or read is answered.
extension Firestore: AppInstance {
  /// Lets go of the listeners, and closes the connection.
  public func close() { backend.terminate() }
}

/// What Firestore is registered by: nobody else can ask for it.
private protocol FirestoreMultiDBProvider: AnyObject, Sendable {
  func instance(for database: String) -> Firestore
}

extension AppInstances: FirestoreMultiDBProvider
where Parameter == String, Instance == Firestore {}

extension FirestoreEmulator {
  /// The library of Firestore, each of whose databases is a client of this server.
  ///
  /// The server has one set of documents, which all databases show, whatever their names.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of the listeners.
  ///   - behavior: How listeners are treated throughout.
  /// - Returns: The library, to be registered with a core.
  public func library(
    spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) -> Library {
    Firestore.library { [self] app, database in
      let name = app.eventName("firestore")
      return makeFirestore(
        spy: spy, name: database == Firestore.defaultDatabase ? name : "\(name).\(database)",
        behavior: behavior)
    }
  }
}

extension FirestoreScript {
  /// The library of Firestore whose apps all have the database of this script.
  public func library() -> Library { Firestore.library { [firestore] _, _ in firestore } }
}
