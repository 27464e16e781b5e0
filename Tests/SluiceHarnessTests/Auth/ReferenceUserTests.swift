import FakeAuth
import ReferenceStreams
import Testing

@Suite("Reference users")
struct ReferenceUserTests {
  @Test("of the state come in their declared type, from a state listener, and leave none")
  func state() throws {
    let run = try UserRun.of { auth in
      let users: ListenerSequence<User?, Never> = auth.authStateChanges
      return users
    }
    #expect(run == .right("users"))
  }

  @Test("of the token come without errors, from an ID-token listener, and leave none")
  func token() throws {
    func changes(_ auth: Auth) -> some AsyncSequence<User?, Never> & Sendable {
      auth.idTokenChanges
    }
    #expect(try UserRun.of(changes) == .right("tokens"))
  }
}
