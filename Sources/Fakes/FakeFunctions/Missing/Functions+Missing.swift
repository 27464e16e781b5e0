public import FakeCore
public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: """
    FakeFunctions does not model regions and custom domains: \
    use functions() or functions(app:)
    """
)
extension Functions {
  /// The functions of a region.
  public static func functions(region: String) -> Functions { MissingFunctionsPart.regions.stop() }

  /// The functions behind a domain.
  public static func functions(customDomain: String) -> Functions {
    MissingFunctionsPart.regions.stop()
  }

  /// The functions of a region.
  public static func functions(app: FirebaseApp, region: String) -> Functions {
    MissingFunctionsPart.regions.stop()
  }

  /// The functions behind a domain.
  public static func functions(app: FirebaseApp, customDomain: String) -> Functions {
    MissingFunctionsPart.regions.stop()
  }
}

@available(
  *, unavailable,
  message: "FakeFunctions does not model functions by their URL: name the function"
)
extension Functions {
  /// The function at a URL.
  public func httpsCallable(_ url: URL) -> HTTPSCallable {
    MissingFunctionsPart.functionURLs.stop()
  }
}

@available(
  *, unavailable,
  message: "FakeFunctions does not model options of a function: use httpsCallable(_:)"
)
extension Functions {
  /// A function with options.
  public func httpsCallable(_ name: String, options: HTTPSCallableOptions) -> HTTPSCallable {
    MissingFunctionsPart.options.stop()
  }
}

/// How a function is called.
@available(
  *, unavailable,
  message: "FakeFunctions does not model options of a function: use httpsCallable(_:)"
)
public final class HTTPSCallableOptions {
  /// Whether each call has a token of its own for the app.
  public init(requireLimitedUseAppCheckTokens: Bool) { MissingFunctionsPart.options.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeFunctions does not model typed functions and streamed answers: \
    convert the answer of httpsCallable(_:) yourself
    """
)
extension Functions {
  /// A function with types.
  public func httpsCallable<Request: Encodable, Response: Decodable>(
    _ name: String, requestAs: Request.Type = Request.self,
    responseAs: Response.Type = Response.self
  ) -> Callable<Request, Response> { MissingFunctionsPart.typedCalls.stop() }
}

/// A function with types.
@available(
  *, unavailable,
  message: """
    FakeFunctions does not model typed functions and streamed answers: \
    convert the answer of httpsCallable(_:) yourself
    """
)
public struct Callable<Request: Encodable, Response: Decodable> {
  /// Calls the function.
  public func call(_ data: Request) async throws -> Response {
    MissingFunctionsPart.typedCalls.stop()
  }

  /// Calls the function, which answers piece by piece.
  public func stream(_ data: Request) throws -> AsyncThrowingStream<Response, any Error> {
    MissingFunctionsPart.typedCalls.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeFunctions does not model timeouts: \
    have the FunctionsServer answer with deadlineExceeded
    """
)
extension HTTPSCallable {
  /// How long a call waits, in seconds.
  public var timeoutInterval: TimeInterval {
    get { MissingFunctionsPart.timeouts.stop() }
    set { MissingFunctionsPart.timeouts.stop() }
  }
}

@available(
  *, unavailable,
  message: "FakeFunctions does not model settings: set up the FunctionsServer behind it"
)
extension Functions {
  /// Talks to an emulator of the vendor's.
  public func useEmulator(withHost host: String, port: Int) { MissingFunctionsPart.settings.stop() }

  /// Where the emulator of the vendor's is.
  public var emulatorOrigin: String? { MissingFunctionsPart.settings.stop() }
}
