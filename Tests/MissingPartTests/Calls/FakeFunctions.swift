import FakeCore
import FakeFunctions
import Foundation

// part: regions and custom domains

private func regions(_ app: FirebaseApp) {
  _ = Functions.functions(region: "europe-west1")
  _ = Functions.functions(customDomain: "https://example.test")
  _ = Functions.functions(app: app, region: "europe-west1")
  _ = Functions.functions(app: app, customDomain: "https://example.test")
}

// part: functions by their URL

private func functionURLs(_ functions: Functions, _ url: URL) { _ = functions.httpsCallable(url) }

// part: options of a function

private func options(_ functions: Functions, _ options: HTTPSCallableOptions) {}

private func options(_ functions: Functions) {
  _ = functions.httpsCallable(
    "echo", options: HTTPSCallableOptions(requireLimitedUseAppCheckTokens: true))
}

// part: typed functions and streamed answers

private func typedCalls(_ functions: Functions) async throws {
  let echo: Callable<String, String> = functions.httpsCallable("echo")
  for try await word in try echo.stream("hello") { _ = word }
}

private func typedCalls(_ functions: Functions) {
  _ = functions.httpsCallable("echo", requestAs: String.self, responseAs: String.self)
}

// part: timeouts

private func timeouts(_ function: HTTPSCallable) { function.timeoutInterval = 10 }

// part: settings

private func settings(_ functions: Functions) {
  functions.useEmulator(withHost: "localhost", port: 5001)
  _ = functions.emulatorOrigin
}
