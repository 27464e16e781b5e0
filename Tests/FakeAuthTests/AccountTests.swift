import FakeAuth
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Sign-in")
struct AccountTests {
  private func result(
    _ world: AuthWorld, _ email: String, _ password: String, creating: Bool = false
  ) -> String {
    let answer = Answer()
    if creating {
      world.auth.createUser(withEmail: email, password: password) { result, error in
        answer.note(result?.user.uid, error)
      }
    } else {
      world.auth.signIn(withEmail: email, password: password) { result, error in
        answer.note(result?.user.uid, error)
      }
    }
    world.settle()
    return answer.line
  }

  @Test("takes the right password of an account that is there and enabled")
  func password() throws {
    try AuthWorld.run { world in
      #expect(result(world, "ada@example.test", "wrong") == "wrong-password")
      #expect(result(world, "eve@example.test", "secret") == "user-not-found")
      try world.emulator.setDisabled(true, "ada")
      #expect(result(world, "ada@example.test", "secret") == "user-disabled")
      #expect(world.auth.currentUser == nil)
      try world.emulator.setDisabled(false, "ada")
      #expect(result(world, "ada@example.test", "secret") == "ada")
      #expect(world.auth.currentUser?.email == "ada@example.test")
      #expect(world.auth.currentUser?.isAnonymous == false)
    }
  }

  @Test("with a new account needs an address of its own and six characters")
  func creation() throws {
    try AuthWorld.run { world in
      #expect(result(world, "ada@example.test", "secret", creating: true) == "email-already-in-use")
      #expect(result(world, "eve", "secret", creating: true) == "invalid-email")
      #expect(result(world, "eve@example.test", "12345", creating: true) == "weak-password")
      #expect(result(world, "eve@example.test", "123456", creating: true) == "user-1")
      #expect(world.auth.currentUser?.uid == "user-1")
    }
  }

  @Test("without a name keeps a user without a name, and else makes a new one")
  func anonymous() throws {
    try AuthWorld.run { world in
      world.auth.signInAnonymously()
      world.settle()
      let first = world.auth.currentUser
      #expect(first?.isAnonymous == true)
      world.auth.signInAnonymously()
      world.settle()
      #expect(world.auth.currentUser === first)
      world.signOut()
      world.auth.signInAnonymously()
      world.settle()
      #expect(world.auth.currentUser?.uid == "anonymous-2")
    }
  }

  @Test("fails without network, and takes its time")
  func network() throws {
    try AuthWorld.run(latency: AuthLatency(signIn: .seconds(1))) { world in
      world.emulator.setOnline(false, of: world.auth)
      #expect(result(world, "ada@example.test", "secret") == "none")
      world.pass(.seconds(1))
      world.emulator.setOnline(true, of: world.auth)
      world.signIn("ada")
      world.pass(.milliseconds(999))
      #expect(world.auth.currentUser == nil)
      world.pass(.milliseconds(1))
      #expect(world.auth.currentUser?.uid == "ada")
      world.emulator.setOnline(false, of: world.auth)
      let answer = Answer()
      world.auth.signIn(withEmail: "bob@example.test", password: "secret") { result, error in
        answer.note(result?.user.uid, error)
      }
      world.pass(.seconds(1))
      #expect(answer.line == "network-error")
      #expect(world.auth.currentUser?.uid == "ada")
    }
  }

  @Test("waits for a user who was kept to be loaded, and signing out does not lose to loading")
  func kept() throws {
    let latency = AuthLatency(signIn: .milliseconds(1), load: .milliseconds(10))
    try AuthWorld.run(latency: latency, keeping: "ada") { world in
      let listener = world.listen()
      world.auth.signIn(withEmail: "bob@example.test", password: "secret")
      world.pass(.milliseconds(20))
      #expect(listener.news == ["nobody", "ada", "bob"])
    }
    try AuthWorld.run(latency: latency, keeping: "ada") { world in
      let listener = world.listen()
      world.signOut()
      world.pass(.milliseconds(20))
      #expect(listener.news == ["nobody"])
    }
    try AuthWorld.run { world in
      #expect(throws: AuthErrorCode.userNotFound) {
        try world.emulator.makeAuth(spy: Spy(log: world.log), keeping: "eve")
      }
    }
  }

  @Test("can be awaited")
  func awaited() throws {
    try AuthWorld.run { world in
      let auth = world.auth
      world.simulation.spawn("app") {
        do {
          try await auth.signIn(withEmail: "ada@example.test", password: "secret")
          #expect(try await auth.currentUser?.getIDToken() == "ada.1")
          #expect(try await auth.currentUser?.getIDToken(forcingRefresh: true) == "ada.2")
          let result = try await auth.createUser(withEmail: "eve@example.test", password: "secret")
          #expect(result.user == auth.currentUser)
          #expect(try await auth.signInAnonymously().user.uid == "anonymous-1")
          await #expect(throws: AuthErrorCode.wrongPassword) {
            try await auth.signIn(withEmail: "ada@example.test", password: "wrong")
          }
        } catch {
          Issue.record(error)
        }
      }
      world.settle()
      #expect(auth.currentUser?.uid == "anonymous-1")
    }
  }
}

@Suite("Token of a user")
struct TokenTests {
  private func token(_ world: AuthWorld, _ user: User?, refresh: Bool = false) -> String {
    let answer = Answer()
    user?.getIDTokenForcingRefresh(refresh) { token, error in answer.note(token, error) }
    world.settle()
    return answer.line
  }

  @Test("is renewed when that is wanted and in its last five minutes, and lives for an hour")
  func renewal() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      let user = world.auth.currentUser
      #expect(token(world, user) == "ada.1")
      #expect(token(world, user, refresh: true) == "ada.2")
      world.pass(.seconds(55 * 60) - .nanoseconds(1))
      #expect(token(world, user) == "ada.2")
      world.pass(.nanoseconds(1))
      #expect(token(world, user) == "ada.3")
    }
  }

  @Test(
    "that can't be renewed any more signs the user out",
    arguments: ["user-disabled", "user-not-found", "user-token-expired"])
  func refused(_ code: String) throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      let user = world.auth.currentUser
      switch code {
      case "user-disabled": try world.emulator.setDisabled(true, "ada")
      case "user-not-found": try world.emulator.delete("ada")
      default: try world.emulator.revoke("ada")
      }
      #expect(token(world, user) == "ada.1")
      #expect(world.auth.currentUser == user)
      #expect(token(world, user, refresh: true) == code)
      #expect(world.auth.currentUser == nil)
    }
  }

  @Test("that can't be asked for without network leaves the user signed in")
  func offline() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      world.emulator.setOnline(false, of: world.auth)
      #expect(token(world, world.auth.currentUser, refresh: true) == "network-error")
      #expect(world.auth.currentUser?.uid == "ada")
    }
  }

  @Test("of a user who is signed in no more is told to nobody")
  func signedOut() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      let user = world.auth.currentUser
      world.signOut()
      world.settle()
      let listener = world.listen(.tokens)
      world.settle()
      #expect(token(world, user, refresh: true) == "ada.2")
      #expect(listener.news == ["nobody"])
    }
  }

  @Test("goes with the account, which its user can delete")
  func deletion() throws {
    try AuthWorld.run { world in
      let listener = world.listen()
      world.signIn("ada")
      let user = world.auth.currentUser
      let answer = Answer()
      user?.delete { error in answer.note(nil, error) }
      world.settle()
      #expect(answer.line == "ok")
      #expect(listener.news == ["nobody", "ada", "nobody"])
      user?.delete { error in answer.note(nil, error) }
      world.settle()
      #expect(answer.line == "user-not-found")
    }
  }
}
