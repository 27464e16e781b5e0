import FakeAuth
import StandardStreams
import Testing

@Suite("Standard users")
struct StandardUserTests {
  @Test("of the state come in their declared type, from a state listener, and leave none")
  func state() throws {
    let run = try UserRun.of { auth in
      let users: AsyncStream<User?> = Standard(auth).authStateChanges
      return users
    }
    #expect(run == .right("users"))
  }

  @Test("of the token come without errors, from an ID-token listener, and leave none")
  func token() throws {
    func changes(_ auth: Auth) -> some AsyncSequence<User?, Never> & Sendable {
      Standard(auth).idTokenChanges
    }
    #expect(try UserRun.of(changes) == .right("tokens"))
  }
}
