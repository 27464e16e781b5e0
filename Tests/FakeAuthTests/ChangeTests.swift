import FakeAuth
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Change of the user and of the token")
struct ChangeTests {
  @Test("of the user is told to every listener", arguments: AuthWorld.Subject.allCases)
  func users(_ subject: AuthWorld.Subject) throws {
    try AuthWorld.run { world in
      let listener = world.listen(subject)
      world.settle()
      world.signIn("ada")
      world.signIn("bob")
      world.signOut()
      world.settle()
      #expect(listener.news == ["nobody", "ada", "bob", "nobody"])
    }
  }

  @Test("of the token alone is told to ID-token listeners only")
  func tokens() throws {
    try AuthWorld.run { world in
      let state = world.listen(.users)
      let token = world.listen(.tokens)
      world.signIn("ada")
      _ = (state.news, token.news)
      world.auth.currentUser?.getIDTokenForcingRefresh(true)
      world.settle()
      world.signIn("ada")
      #expect(state.news.isEmpty)
      #expect(token.news == ["ada", "ada"])
    }
  }

  @Test("there is none where a token that is still good is asked for")
  func cachedToken() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      let token = world.listen(.tokens)
      world.settle()
      world.auth.currentUser?.getIDToken()
      world.settle()
      #expect(token.news == ["ada"])
    }
  }

  @Test("of the user that is taken back before it is told is told to no state listener")
  func coalesced() throws {
    try AuthWorld.run { world in
      let state = world.listen(.users)
      let token = world.listen(.tokens)
      world.settle()
      _ = (state.news, token.news)
      // The sign-in is done on another queue; the sign-out comes before the main queue hears of it.
      world.auth.signInAnonymously()
      world.simulation.observe { entry in
        if entry.event.label == "auth.sign-in" {
          world.simulation.observe { entry in
            if entry.event.label == "auth.deliver", world.auth.currentUser != nil {
              world.signOut()
            }
          }
        }
      }
      world.settle()
      world.simulation.observe(nil)
      #expect(state.news.isEmpty)
      #expect(token.news == ["nobody", "nobody"])
    }
  }

  @Test("by signing out when nobody is signed in is no change: nothing is posted")
  func signedOut() throws {
    try AuthWorld.run { world in
      let listeners = AuthWorld.Subject.allCases.map { subject in world.listen(subject) }
      world.settle()
      let step = world.simulation.step
      world.signOut()
      world.settle()
      #expect(world.simulation.step == step)
      #expect(listeners.map(\.news) == [["nobody"], ["nobody"]])
    }
  }

  @Test("is told before the completion of what made it")
  func completionLast() throws {
    try AuthWorld.run { world in
      let listener = world.listen()
      world.settle()
      _ = listener.news
      var told: [String]?
      world.auth.signIn(withEmail: "ada@example.test", password: "secret") { _, _ in
        told = listener.news
      }
      world.settle()
      #expect(told == ["ada"])
    }
  }

  @Test("never brings an error or an end, whatever becomes of the account")
  func noErrors() throws {
    try AuthWorld.run { world in
      let state = world.listen(.users)
      let token = world.listen(.tokens)
      world.signIn("ada")
      try world.emulator.delete("ada")
      world.auth.currentUser?.getIDTokenForcingRefresh(true)
      world.settle()
      world.signIn("bob")
      try world.emulator.setDisabled(true, "bob")
      world.auth.currentUser?.getIDTokenForcingRefresh(true)
      world.settle()
      world.auth.signInAnonymously()
      world.settle()
      let names = ["nobody", "ada", "nobody", "bob", "nobody", "anonymous-1"]
      #expect(state.news == names)
      #expect(token.news == names)
      let payloads = world.log.entries.compactMap { entry in
        if case .callbackBegan(_, let payload) = entry.event { payload } else { nil }
      }
      #expect(
        payloads.allSatisfy { payload in
          if case .value = payload { true } else { false }
        })
    }
  }

  @Test("in one app is no change in another")
  func otherApp() throws {
    try AuthWorld.run { world in
      let listener = world.listen()
      let other = world.emulator.makeAuth(spy: Spy(log: world.log), name: "other")
      other.signInAnonymously()
      world.settle()
      #expect(listener.news == ["nobody"])
      #expect(other.currentUser?.isAnonymous == true)
    }
  }
}
