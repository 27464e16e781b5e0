/// A mistake in putting products together, with both ends of what does not fit.
///
/// The vendor-shaped methods can't throw and stop the process with this text, as the SDK raises an
/// exception; `Core` and ``ComponentContainer`` throw it. Protocols and apps stand in it by their
/// names. Sources: the text on interop; `FirebaseCore/Sources/FIRApp.m`.
public enum CoreError: Error, Hashable, Sendable {
  /// There is no core in this simulation, or outside of all.
  case noCore
  /// There is a core already, in this simulation or outside of all.
  case coreExists
  /// The app was configured before, and not deleted since.
  case alreadyConfigured(app: String)
  /// No app of this name was configured, or it was deleted.
  case notConfigured(app: String)
  /// The name can't be an app's.
  case invalidName(String)
  /// A component was refused: it requires a protocol that nobody offers.
  case missingDependency(of: String, on: String)
  /// To create the first of these, each needs the next; the last is the first again.
  case dependencyCycle([String])
  /// No component of the app offers the protocol.
  case nobodyOffers(String, app: String)
  /// The app is deleted, so that nothing is created for it any more.
  case appDeleted(String, asked: String)
  /// A component's creation threw an error of its own.
  case creationFailed(String, reason: String)
}

extension CoreError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .noCore: "there is no core here: make one, and register the libraries of the products"
    case .coreExists: "there is a core here already: a simulation has one"
    case .alreadyConfigured(let app):
      "\(Self.spoken(app)) is configured already: delete it before it is configured again"
    case .notConfigured(let app): "\(Self.spoken(app)) is not configured"
    case .invalidName(let name):
      "\"\(name)\" can't be an app's name: letters, digits, hyphens and underscores can"
    case .missingDependency(let dependent, let dependency):
      "\(dependent) requires \(dependency), which nobody offers"
    case .dependencyCycle(let path):
      "the components depend on each other in a cycle: \(path.joined(separator: " → "))"
    case .nobodyOffers(let name, let app): "nobody offers \(name) in \(Self.spoken(app))"
    case .appDeleted(let app, let name):
      "\(Self.spoken(app)) is deleted, and \(name) was asked of it"
    case .creationFailed(let name, let reason): "\(name) could not be created: \(reason)"
    }
  }

  private static func spoken(_ app: String) -> String {
    app == FirebaseApp.defaultName ? "the default app" : "the app \"\(app)\""
  }
}

/// Runs what a vendor-shaped method asks of the core; where the SDK raises an exception, the
/// process stops with the reason.
func stoppingOnMisuse<Success>(
  _ body: () throws(CoreError) -> Success
) -> Success {
  do throws(CoreError) {
    return try body()
  } catch {
    // A precondition says nothing in a release build.
    fatalError(error.description)
  }
}

/// What the entry points of products ask; where the SDK raises an exception, the process stops with
/// the reason.
extension FirebaseApp {
  /// The default app, which has to be configured.
  package static var configuredDefault: FirebaseApp { stoppingOnMisuse(requireDefault) }

  /// The app's instance of a protocol, which a registered library has to offer.
  ///
  /// - Parameter offer: The protocol, as in `(any AuthInterop).self`.
  /// - Returns: The instance.
  package func offered<Offered: Sendable>(_ offer: Offered.Type) -> Offered {
    stoppingOnMisuse { () throws(CoreError) in try container.requiredInstance(of: offer) }
  }
}
