/// Something that a core did, or left out and says why.
///
/// A core keeps them in the order in which they happened, and tells who observes it. Libraries,
/// protocols and apps stand in them by their names.
public enum CoreEvent: Hashable, Sendable {
  /// A library was registered again; the first one stays.
  case libraryLeftOut(String, version: String, first: String)
  /// A component's protocol was offered before; the first component stays.
  case componentLeftOut(String, of: String, first: String, app: String)
  /// A component can't be created in an app.
  case componentRefused(String, CoreError, app: String)
  /// An app was configured; its eager components are created next.
  case appConfigured(String)
  /// A component that an app does not wait to be asked for could not be created.
  case creationFailed(String, CoreError, app: String)
  /// An instance was created, and is kept or not.
  case instanceCreated(String, isCached: Bool, app: String)
  /// An app is being deleted: nothing is created for it any more.
  case appDeletionBegan(String)
  /// An instance is about to be told that its app will be deleted.
  case instanceTold(String, app: String)
  /// An app is deleted, and its instances are forgotten.
  case appDeleted(String)
}

extension CoreEvent: CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .libraryLeftOut(let name, let version, let first):
      "the library \(name) \(version) is left out: \(name) \(first) was registered before"
    case .componentLeftOut(let name, let library, let first, let app):
      "\(app): \(name) of \(library) is left out: \(first) offers it already"
    case .componentRefused(let name, let error, let app): "\(app): \(name) is refused: \(error)"
    case .appConfigured(let app): "\(app): configured"
    case .creationFailed(let name, let error, let app): "\(app): no \(name): \(error)"
    case .instanceCreated(let name, let isCached, let app):
      "\(app): \(name) created, \(isCached ? "cached" : "not cached")"
    case .appDeletionBegan(let app): "\(app): deletion begins"
    case .instanceTold(let name, let app): "\(app): \(name) is told"
    case .appDeleted(let app): "\(app): deleted"
    }
  }
}
