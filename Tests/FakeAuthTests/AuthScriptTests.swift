import FakeAuth
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Auth script")
struct AuthScriptTests {
  private func run(_ body: (Simulation, AuthScript, Spy, UserRecorder) throws -> Void) throws {
    try Simulation().perform { simulation throws in
      let spy = Spy(log: EventLog(of: simulation))
      let script = AuthScript(in: simulation, spy: spy)
      try body(simulation, script, spy, UserRecorder())
      simulation.end()
    }
  }

  private func listen(_ script: AuthScript, _ recorder: UserRecorder) {
    let handle = script.auth.addStateDidChangeListener { auth, user in recorder.note(auth, user) }
    recorder.removal = { script.auth.removeStateDidChangeListener(handle) }
  }

  @Test("hands over what is said and nothing else, the same user twice to state listeners too")
  func literal() throws {
    try run { simulation, script, _, recorder in
      listen(script, recorder)
      #expect(simulation.settle() == nil)
      #expect(recorder.news.isEmpty)
      script.send(nil)
      script.send(script.makeUser("ada"))
      script.send(script.makeUser("ada"))
      #expect(recorder.news == ["nobody", "ada", "ada"])
    }
  }

  @Test("can call back inside add, before the handle is there")
  func insideAdd() throws {
    try run { _, script, spy, recorder in
      spy.inject(at: .add) { script.send(nil) }
      listen(script, recorder)
      #expect(recorder.news == ["nobody"])
    }
  }

  @Test("leaves out who was removed from what was queued, but not from what is late")
  func late() throws {
    try run { simulation, script, _, recorder in
      listen(script, recorder)
      script.send(script.makeUser("queued"), .queued(after: .seconds(1)))
      script.send(script.makeUser("late"), .late(after: .seconds(1)))
      recorder.remove()
      recorder.remove()
      #expect(script.listenerCount == 0)
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(recorder.news == ["late"])
    }
  }

  @Test("signs nobody in")
  func nobody() throws {
    try run { simulation, script, _, _ in
      let answers = (0..<4).map { _ in Answer() }
      script.auth.signInAnonymously { result, error in answers[0].note(result?.user.uid, error) }
      try script.auth.signOut()
      let user = script.makeUser("ada", email: "ada@example.test")
      user.getIDToken { token, error in answers[1].note(token, error) }
      user.delete { error in answers[2].note(nil, error) }
      #expect(simulation.settle() == nil)
      #expect(answers.map(\.line).prefix(3).allSatisfy { line in line == "operation-not-allowed" })
      #expect(script.auth.currentUser == nil)
    }
  }

  @Test("lets go of a user once it was handed over, and writes users as scenarios do")
  func users() throws {
    try run { _, script, spy, recorder in
      listen(script, recorder)
      script.send(script.makeUser("ada", email: "ada@example.test"))
      script.send(script.makeUser("a-1", isAnonymous: true))
      let payloads = spy.log.entries.compactMap { entry in
        if case .callbackBegan(_, let payload) = entry.event { "\(payload)" } else { nil }
      }
      #expect(payloads.count == 2)
      #expect(payloads[0].contains(#"user("ada", email: "ada@example.test")"#))
      #expect(payloads[1].contains(#"user("a-1", anonymous: true)"#))
      #expect(spy.log.livingSentinels == [.owner, .fixture, .handle(1)])
    }
  }
}
