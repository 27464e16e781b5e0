import FakeAuth
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("First call of an Auth listener")
struct FirstCallTests {
  @Test("is posted, and never comes inside add", arguments: AuthWorld.Subject.allCases)
  func posted(_ subject: AuthWorld.Subject) throws {
    try AuthWorld.run { world in
      let listener = world.listen(subject)
      #expect(listener.news.isEmpty)
      world.settle()
      #expect(listener.news == ["nobody"])
      #expect(listener.source === world.auth)
    }
  }

  @Test("comes on the main queue")
  func mainQueue() throws {
    try AuthWorld.run { world in
      var wasOnMain = false
      let listener = world.listen()
      listener.onNews = {
        MainActor.assertIsolated()
        wasOnMain = true
      }
      world.settle()
      #expect(wasOnMain)
    }
  }

  @Test("says who is signed in when it comes, not when the listener was added")
  func atDelivery() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      let listener = world.listen()
      world.signOut()
      world.settle()
      #expect(listener.news == ["nobody"])
    }
  }

  @Test("comes once after the listener was removed", arguments: AuthWorld.Subject.allCases)
  func afterRemove(_ subject: AuthWorld.Subject) throws {
    try AuthWorld.run { world in
      let listener = world.listen(subject)
      listener.remove()
      #expect(world.auth.listenerCount == 0)
      world.settle()
      #expect(listener.news == ["nobody"])
      world.signIn("ada")
      #expect(listener.news.isEmpty)
    }
  }

  @Test("comes although the object is let go of meanwhile, with the object")
  func letGo() throws {
    try AuthWorld.run { world in
      var names: [String] = []
      do {
        let auth = world.emulator.makeAuth(spy: Spy(log: world.log), name: "other")
        auth.addStateDidChangeListener { auth, user in
          names.append(auth.currentUser?.uid ?? "nobody")
        }
      }
      world.settle()
      #expect(names == ["nobody"])
      #expect(world.log.livingSentinels == [.owner])
    }
  }

  @Test("is nobody before a user who was kept is loaded", arguments: AuthWorld.Subject.allCases)
  func kept(_ subject: AuthWorld.Subject) throws {
    let latency = AuthLatency(load: .milliseconds(10))
    try AuthWorld.run(latency: latency, keeping: "ada") { world in
      #expect(world.auth.currentUser == nil)
      let listener = world.listen(subject)
      world.settle()
      #expect(listener.news == ["nobody"])
      world.pass(.milliseconds(10))
      #expect(listener.news == ["ada"])
      #expect(world.listenedLate(subject) == ["ada"])
    }
  }

  @Test("is not repeated to a state listener that a change has told of the same user already")
  func overtaken() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      // The change is posted before the listeners are added, and told after that.
      world.signOut()
      let state = world.listen(.users)
      let token = world.listen(.tokens)
      world.settle()
      #expect(state.news == ["nobody"])
      #expect(token.news == ["nobody", "nobody"])
    }
  }
}

extension AuthWorld {
  /// What a listener is told that comes now.
  fileprivate func listenedLate(_ subject: Subject) -> [String] {
    let listener = listen(subject)
    settle()
    return listener.news
  }
}
