import Synchronization

/// An app in the shape of the vendor's SDK: a name, the options of its project, and the container
/// of its products' instances.
///
/// Not modelled, and refused with a sentence: options from files, options of other products,
/// consent to data collection, logging.
///
/// The static members speak of the current ``Core``: the apps of the simulation that runs. What the
/// SDK raises an exception for stops the process here; ``Core`` has ways in that throw. Source:
/// `FirebaseCore/Sources/Public/FirebaseCore/FIRApp.h`.
public final class FirebaseApp: Sendable {
  /// The name; the default app has one, too.
  public let name: String
  let store: ComponentStore
  let deletion = AppDeletion()
  private let ownOptions: FirebaseOptions
  private weak let core: Core?

  init(name: String, options: FirebaseOptions, core: Core) {
    self.name = name
    self.core = core
    ownOptions = options.copy
    store = ComponentStore(turn: core.turn) { [weak core] event in core?.note(event) }
  }

  /// What the app knows of its project, a copy.
  public var options: FirebaseOptions { ownOptions.copy }

  /// What holds the instances of the app's products, and creates them.
  public var container: ComponentContainer { ComponentContainer(app: self) }

  /// Whether this is the default app.
  public var isDefault: Bool { name == Self.defaultName }

  /// What a product's events of this app are called in a simulation: the product's name alone for
  /// the default app.
  package func eventName(_ product: String) -> String { isDefault ? product : "\(name).\(product)" }

  /// Whether the app's deletion has begun.
  public var isDeleted: Bool { store.isDeleted }

  /// The default app's name.
  public static let defaultName = "__FIRAPP_DEFAULT"

  /// Whether a text can be an app's name: letters, digits, hyphens and underscores.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }

  // MARK: Configuration

  /// Configures the default app, with options of a project of nobody's.
  public static func configure() {
    configure(options: FirebaseOptions())
  }

  /// Configures the default app.
  ///
  /// - Parameter options: What the app knows of its project; copied.
  public static func configure(options: FirebaseOptions) {
    configure(name: defaultName, options: options)
  }

  /// Configures an app.
  ///
  /// - Parameters:
  ///   - name: The name, which no configured app has.
  ///   - options: What the app knows of its project; copied.
  public static func configure(name: String, options: FirebaseOptions) {
    stoppingOnMisuse { () throws(CoreError) in
      _ = try Core.requireCurrent().configure(name: name, options: options)
    }
  }

  /// The default app; nil where it is not configured.
  public static func app() -> FirebaseApp? { app(name: defaultName) }

  /// The app of a name; nil where it is not configured.
  public static func app(name: String) -> FirebaseApp? { Core.current?.app(named: name) }

  /// The apps that are configured, by their names; nil where there are none.
  public static var allApps: [String: FirebaseApp]? {
    let apps = (Core.current?.apps ?? []).map { app in (app.name, app) }
    return apps.isEmpty ? nil : Dictionary(apps) { first, _ in first }
  }

  /// The default app, for the entry points of products that want one.
  ///
  /// - Returns: The app.
  /// - Throws: `CoreError` where it is not configured.
  public static func requireDefault() throws(CoreError) -> FirebaseApp {
    guard let app = try Core.requireCurrent().app() else {
      throw .notConfigured(app: defaultName)
    }
    return app
  }

  // MARK: Deletion

  /// Deletes the app, after which another one can be configured under its name.
  ///
  /// It can't be found any more, its instances are told and then forgotten, and nothing is created
  /// for it afterwards.
  ///
  /// - Parameter completion: Called before this returns, with whether the app was not deleted
  ///   before.
  public func delete(_ completion: @escaping (Bool) -> Void) {
    completion(core?.delete(self) ?? false)
  }

  /// Deletes the app, as ``delete(_:)`` does.
  ///
  /// - Returns: Whether the app was not deleted before.
  @discardableResult
  public func delete() async -> Bool {
    core?.delete(self) ?? false
  }
}

/// What an app knows of its project.
///
/// Source: `FirebaseCore/Sources/Public/FirebaseCore/FIROptions.h`.
public final class FirebaseOptions: Sendable {
  private struct Values {
    var googleAppID: String
    var gcmSenderID: String
    var projectID: String?
    var apiKey: String?
    var databaseURL: String?
    var storageBucket: String?
  }

  private let values: Mutex<Values>

  /// Options of a project.
  ///
  /// - Parameters:
  ///   - googleAppID: The app's name at the vendor's.
  ///   - gcmSenderID: Who sends it messages.
  public init(googleAppID: String = "1:1:ios:1", gcmSenderID: String = "1") {
    values = Mutex(Values(googleAppID: googleAppID, gcmSenderID: gcmSenderID))
  }

  private init(_ values: Values) {
    self.values = Mutex(values)
  }

  var copy: FirebaseOptions { FirebaseOptions(values.withLock { values in values }) }

  private subscript<Value: Sendable>(
    _ path: WritableKeyPath<Values, Value>
  ) -> Value {
    get { values.withLock { values in values[keyPath: path] } }
    set { values.withLock { values in values[keyPath: path] = newValue } }
  }

  /// The app's name at the vendor's.
  public var googleAppID: String {
    get { self[\.googleAppID] }
    set { self[\.googleAppID] = newValue }
  }

  /// Who sends the app messages.
  public var gcmSenderID: String {
    get { self[\.gcmSenderID] }
    set { self[\.gcmSenderID] = newValue }
  }

  /// The project's name.
  public var projectID: String? {
    get { self[\.projectID] }
    set { self[\.projectID] = newValue }
  }

  /// The key by which servers know the app.
  public var apiKey: String? {
    get { self[\.apiKey] }
    set { self[\.apiKey] = newValue }
  }

  /// Where the project's Realtime Database is.
  public var databaseURL: String? {
    get { self[\.databaseURL] }
    set { self[\.databaseURL] = newValue }
  }

  /// The name of the project's bucket.
  public var storageBucket: String? {
    get { self[\.storageBucket] }
    set { self[\.storageBucket] = newValue }
  }
}
