import FakeAuth
import FakeCore
import FakeFunctions
import Interop
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// Callable functions, a leaf among the products: they see Authentication by its protocol alone.
@Suite("Calls of functions")
struct CallTests {
  /// An Authentication of a test's own: all that a function call needs is the protocol.
  private final class SomebodyElse: AuthInterop, MessagingInterop {
    private struct Refused: InteropRegistration {
      func remove() {}
    }

    let token: Result<String, AuthErrorCode>
    init(token: Result<String, AuthErrorCode>) { self.token = token }

    func getUserID() -> String? { "somebody" }

    func getToken(
      forcingRefresh: Bool, completion callback: @escaping @Sendable (String?, (any Error)?) -> Void
    ) {
      switch token {
      case .success(let token): callback(token, nil)
      case .failure(let error): callback(nil, error)
      }
    }

    func addUserListener(
      _ listener: @escaping @Sendable (String?) -> Void
    ) -> any InteropRegistration { Refused() }

    func addTokenListener(
      _ listener: @escaping @Sendable (String?) -> Void
    ) -> any InteropRegistration { Refused() }

    var fcmToken: String? { "installation" }

    /// A library that offers what Authentication and Messaging do, and is neither.
    static func library(token: Result<String, AuthErrorCode>) -> Library {
      Library(name: "fire-else", version: "1.0.0") {
        [
          Component((any AuthInterop).self) { _, isCacheable in
            isCacheable = true
            return SomebodyElse(token: token)
          },
          Component((any MessagingInterop).self) { _, isCacheable in
            isCacheable = true
            return SomebodyElse(token: token)
          },
        ]
      }
    }
  }

  /// What a caller was told.
  private final class Answers: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { lines in lines } }

    func note(_ result: HTTPSCallableResult?, _ error: (any Error)?) {
      let line = error.map { error in "\(error)" } ?? result?.data.map { data in "\(data)" }
      lines.withLock { lines in lines.append(line ?? "nothing") }
    }
  }

  /// Runs a test with a core, and a server whose function `echo` answers what it is passed.
  private func withServer(_ body: (Simulation, Core, FunctionsServer) throws -> Void) throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let server = FunctionsServer(in: simulation)
      server.setFunction("echo") { call in call.data }
      core.register(server.library())
      try body(simulation, core, server)
      simulation.end()
    }
  }

  @Test("are answered on the main queue, after the latency, and never inside the call")
  func answer() throws {
    try withServer { simulation, _, server in
      server.latency = .seconds(2)
      server.setFunction("refuse") { _ in throw FunctionsErrorCode.permissionDenied }
      FirebaseApp.configure()
      let answers = Answers()
      Functions.functions().httpsCallable("echo").call("hello") { result, error in
        MainActor.assertIsolated()
        answers.note(result, error)
      }
      Functions.functions().httpsCallable("refuse").call { answers.note($0, $1) }
      Functions.functions().httpsCallable("nowhere").call { answers.note($0, $1) }
      #expect(simulation.settle() == nil)
      #expect(answers.all.isEmpty)
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(answers.all == ["hello", "permissionDenied", "notFound"])
      let task = simulation.spawn("caller") {
        do {
          answers.note(try await Functions.functions().httpsCallable("echo").call(7), nil)
        } catch {
          answers.note(nil, error)
        }
      }
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(answers.all.last == "7")
      _ = task
    }
  }

  @Test("go by one object for each app, which a private protocol without members registers")
  func leaf() throws {
    try withServer { _, core, _ in
      FirebaseApp.configure()
      let second = try core.configure(name: "second")
      #expect(Functions.functions() === Functions.functions())
      #expect(Functions.functions(app: second) === Functions.functions(app: second))
      #expect(Functions.functions(app: second) !== Functions.functions())
      #expect(second.container.offers.count == 1)
    }
  }

  @Test("carry the token of whoever is signed in to the app, and none for nobody")
  func token() throws {
    try withServer { simulation, core, server in
      let emulator = AuthEmulator(in: simulation)
      try emulator.addAccount("ada", email: "ada@example.test", password: "secret")
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let other = try core.configure(name: "other")
      let answers = Answers()
      Functions.functions().httpsCallable("echo").call("nobody") { answers.note($0, $1) }
      #expect(simulation.settle() == nil)
      Auth.auth().signIn(withEmail: "ada@example.test", password: "secret")
      #expect(simulation.settle() == nil)
      Functions.functions().httpsCallable("echo").call("ada") { answers.note($0, $1) }
      Functions.functions(app: other).httpsCallable("echo").call("other") { answers.note($0, $1) }
      #expect(simulation.settle() == nil)
      #expect(Set(answers.all) == ["nobody", "ada", "other"])
      let tokens = server.calls.map { call in
        "\(call.data ?? "nothing"): \(call.userToken ?? "none")"
      }
      #expect(Set(tokens) == ["nobody: none", "ada: ada.1", "other: none"])
    }
  }

  @Test("need of Authentication and Messaging no more than the protocols, whoever offers them")
  func protocolsAlone() throws {
    try withServer { simulation, core, server in
      core.register(SomebodyElse.library(token: .success("theirs")))
      FirebaseApp.configure()
      Functions.functions().httpsCallable("echo").call { _, _ in }
      #expect(simulation.settle() == nil)
      #expect(server.calls.map { call in call.userToken } == ["theirs"])
      #expect(server.calls.map { call in call.installationToken } == ["installation"])
    }
  }

  @Test("work without Authentication, which they may do without, and carry no token then")
  func withoutAuth() throws {
    try withServer { simulation, core, server in
      FirebaseApp.configure()
      let answers = Answers()
      Functions.functions().httpsCallable("echo").call("hello") { answers.note($0, $1) }
      #expect(simulation.settle() == nil)
      #expect(answers.all == ["hello"])
      #expect(server.calls.map { call in call.userToken } == [nil])
      #expect(
        !core.events.contains { event in
          if case .componentRefused = event { true } else { false }
        })
    }
  }

  @Test("are not made where the token can't be had: the caller is told why")
  func tokenError() throws {
    try withServer { simulation, core, server in
      core.register(SomebodyElse.library(token: .failure(.userTokenExpired)))
      FirebaseApp.configure()
      let answers = Answers()
      Functions.functions().httpsCallable("echo").call("hello") { answers.note($0, $1) }
      #expect(simulation.settle() == nil)
      #expect(answers.all == ["userTokenExpired"])
      #expect(server.calls.isEmpty)
    }
  }
}
