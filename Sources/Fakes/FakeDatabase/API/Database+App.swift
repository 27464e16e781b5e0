public import FakeCore
import SluiceSimulation
public import SluiceSpies

/// The databases of an app, from its container. Sources: the text on interop, *Multiple Instances
/// per FIRApp*; `FirebaseDatabase/Sources/Api/{FIRDatabase,FIRDatabaseComponent}.m`.
extension Database {
  /// Where the database is that is meant where no place is named, and the options name none.
  private static let defaultURL = "https://fake-default-rtdb.firebaseio.com"

  /// The default app's database, the same object each time.
  ///
  /// Where the app is not configured, or nothing is registered that is a database, the process
  /// stops with the reason.
  public static func database() -> Database {
    database(app: .configuredDefault)
  }

  /// A database of the default app, the same object each time.
  ///
  /// - Parameter url: Where it is.
  /// - Returns: The database.
  public static func database(url: String) -> Database {
    database(app: .configuredDefault, url: url)
  }

  /// An app's database, which its options name, the same object each time.
  ///
  /// - Parameter app: The app. Where it is deleted, or nothing is registered that is a database,
  ///   the process stops with the reason.
  /// - Returns: Its database.
  public static func database(app: FirebaseApp) -> Database {
    database(app: app, url: app.options.databaseURL ?? defaultURL)
  }

  /// A database of an app, the same object each time.
  ///
  /// - Parameters:
  ///   - app: The app. Where it is deleted, or nothing is registered that is a database, the
  ///     process stops with the reason.
  ///   - url: Where it is, the root of a database; a URL with a path stops the process, as in the
  ///     SDK.
  /// - Returns: The database.
  public static func database(app: FirebaseApp, url: String) -> Database {
    let root = url.hasSuffix("/") ? String(url.dropLast()) : url
    if isBelowRoot(root) { MissingDatabasePart.databaseURLs.stop(at: url) }
    return app.offered((any DatabaseProvider).self).instance(for: root)
  }

  /// Whether a URL names a place below the root of a database.
  private static func isBelowRoot(_ url: String) -> Bool {
    let scheme = "://"
    let place = url.firstRange(of: scheme).map { range in url[range.upperBound...] } ?? url[...]
    return place.contains("/")
  }

  /// The app that the database belongs to; nil where it was made without one.
  public var app: FirebaseApp? { membership.app }

  /// The library of the Realtime Database.
  ///
  /// - Parameter makeDatabase: Makes an app's database at a place.
  /// - Returns: The library, to be registered with a core.
  package static func library(
    _ makeDatabase: @escaping @Sendable (FirebaseApp, _ url: String) -> Database
  ) -> Library {
    Library(name: "fire-rtdb", version: "1.0.0") {
      let provider = Component.single(
        (any DatabaseProvider).self, dependencies: [UserCredentials.dependency]
      ) { container in AppInstances(of: container.app, make: makeDatabase) }
      return [provider]
    }
  }
}

/// The end of the app: the client is interrupted for good, as by the SDK's `FIRDatabaseComponent`,
/// which disposes of its repository.
extension Database: AppInstance {
  /// Lets go of the listeners, and closes the connection.
  public func close() {
    closeListeners()
    backend.terminate()
  }
}

/// What the Realtime Database is registered by: nobody else can ask for it.
private protocol DatabaseProvider: AnyObject, Sendable {
  func instance(for url: String) -> Database
}

extension AppInstances: DatabaseProvider where Parameter == String, Instance == Database {}

extension DatabaseEmulator {
  /// The library of the Realtime Database, each of whose databases is a client of this server.
  ///
  /// The server has one tree, which all databases show, wherever they are.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of the listeners.
  ///   - behavior: How listeners are treated throughout.
  /// - Returns: The library, to be registered with a core.
  public func library(
    spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) -> Library {
    Database.library { [self] app, _ in
      makeDatabase(spy: spy, name: app.eventName("database"), behavior: behavior)
    }
  }
}

extension DatabaseScript {
  /// The library of the Realtime Database whose apps all have the database of this script.
  public func library() -> Library { Database.library { [database] _, _ in database } }
}
