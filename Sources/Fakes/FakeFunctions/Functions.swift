public import FakeCore
import Interop
import SluiceSimulation

/// The callable functions of one app, in the shape of the vendor's SDK.
///
/// Not modelled, and refused with a sentence: regions and custom domains, functions by their URL,
/// options of a function, typed functions and streamed answers, timeouts, data that JSON does not
/// have, settings.
///
/// A leaf: it offers the other products nothing, and asks Authentication and Messaging for their
/// tokens by their protocols alone, as far as they are there. Fault model: that of the
/// ``FunctionsServer`` behind it. Sources: the text on interop, *Framework does not provide
/// functionality (example: Functions)*; `FirebaseFunctions/Sources/Functions.swift`.
public final class Functions: Sendable {
  private let server: FunctionsServer
  private let auth: (any AuthInterop)?
  private let messaging: (any MessagingInterop)?

  fileprivate init(
    server: FunctionsServer, auth: (any AuthInterop)?, messaging: (any MessagingInterop)?
  ) {
    self.server = server
    self.auth = auth
    self.messaging = messaging
  }

  /// The functions of the default app, the same object each time.
  ///
  /// Where the app is not configured, or no ``FunctionsServer`` is registered for it, the process
  /// stops with the reason.
  public static func functions() -> Functions {
    functions(app: .configuredDefault)
  }

  /// The functions of an app, the same object each time.
  ///
  /// - Parameter app: The app. Where it is deleted, or no ``FunctionsServer`` is registered for it,
  ///   the process stops with the reason.
  /// - Returns: Its functions.
  public static func functions(app: FirebaseApp) -> Functions {
    let provider = app.offered((any FunctionsInstanceProvider).self)
    guard let functions = provider as? Functions else {
      preconditionFailure("only this file offers the protocol")
    }
    return functions
  }

  /// A function of the server.
  ///
  /// - Parameter name: The name by which the server knows it; whether it does, a call tells.
  /// - Returns: What the function is called by.
  public func httpsCallable(_ name: String) -> HTTPSCallable {
    HTTPSCallable(name: name, functions: self)
  }

  /// Sends a call with the tokens of now.
  func send(
    _ data: (any Sendable)?, to name: String, _ completion: @escaping FunctionsServer.Completion
  ) {
    if let data, let type = FunctionsData.unsupportedType(in: data) {
      return server.refuse(FunctionsDataError(type: type), completion)
    }
    guard let auth else { return send(FunctionCall(name: name, data: data), completion) }
    auth.getToken(forcingRefresh: false) { [self] token, error in
      // A call that can't say who it is from is not made.
      if let error { return completion(.failure(error)) }
      send(FunctionCall(name: name, data: data, userToken: token), completion)
    }
  }

  private func send(_ call: FunctionCall, _ completion: @escaping FunctionsServer.Completion) {
    var call = call
    call.installationToken = messaging?.fcmToken
    server.receive(call, completion)
  }
}

/// What Functions is registered by: nobody else can ask for it.
private protocol FunctionsInstanceProvider: AnyObject, Sendable {}

extension Functions: FunctionsInstanceProvider {}

extension FunctionsServer {
  /// The library of Functions, whose apps call this server.
  public func library() -> Library {
    Library(name: "fire-fun", version: "1.0.0") { [self] in
      let functions = Component(
        (any FunctionsInstanceProvider).self,
        dependencies: [
          Dependency((any AuthInterop).self, isRequired: false),
          Dependency((any MessagingInterop).self, isRequired: false),
        ]
      ) { container, isCacheable in
        isCacheable = true
        return Functions(
          server: self,
          auth: try container.instance(of: (any AuthInterop).self),
          messaging: try container.instance(of: (any MessagingInterop).self))
      }
      return [functions]
    }
  }
}
