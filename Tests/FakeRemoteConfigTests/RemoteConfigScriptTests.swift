import FakeRemoteConfig
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Remote Config script")
struct RemoteConfigScriptTests {
  private func run(
    _ body: (Simulation, RemoteConfigScript, Spy, UpdateRecorder) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      let spy = Spy(log: EventLog(of: simulation))
      let script = RemoteConfigScript(in: simulation, spy: spy)
      try body(simulation, script, spy, UpdateRecorder())
      simulation.end()
    }
  }

  private func listen(_ script: RemoteConfigScript, _ recorder: UpdateRecorder) {
    recorder.registration = script.remoteConfig.addOnConfigUpdateListener { update, error in
      recorder.note(update, error)
    }
  }

  @Test("hands over what is said: update, error, both, nothing, and on after an error")
  func literal() throws {
    try run { _, script, _, recorder in
      listen(script, recorder)
      script.send(["size", "color"])
      script.fail(RemoteConfigUpdateError(.streamError))
      script.sendBoth(["a"], RemoteConfigUpdateError(.unavailable))
      script.sendNothing()
      script.send(["b"])
      #expect(
        recorder.news == [
          #"update("color", "size")"#, "stream-error", #"update("a") and unavailable"#, "nothing",
          #"update("b")"#,
        ])
    }
  }

  @Test("can call back inside add, before the handle is there")
  func insideAdd() throws {
    try run { _, script, spy, recorder in
      spy.inject(at: .add) { script.fail(RemoteConfigUpdateError(.notFetched)) }
      listen(script, recorder)
      #expect(recorder.news == ["not-fetched"])
    }
  }

  @Test("leaves out who was removed from what was queued, but not from what is late")
  func late() throws {
    try run { simulation, script, _, recorder in
      listen(script, recorder)
      script.send(["queued"], .queued(after: .seconds(1)))
      script.send(["late"], .late(after: .seconds(1)))
      recorder.remove()
      recorder.remove()
      #expect(script.listenerCount == 0)
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(recorder.news == [#"update("late")"#])
    }
  }

  @Test("has no values but defaults, and lets go of an update once it was handed over")
  func empty() throws {
    try run { simulation, script, spy, recorder in
      listen(script, recorder)
      script.send(["color"])
      #expect(spy.log.livingSentinels == [.owner, .fixture, .handle(1)])
      let config = script.remoteConfig
      config.setDefaults(["color": NSString(string: "grey")])
      #expect(config["color"].stringValue == "grey")
      #expect(config["color"].source == .default)
      config.setDefaults(nil)
      simulation.spawn("app") {
        await #expect(throws: RemoteConfigError.internalError) { try await config.fetch() }
        #expect((try? await config.activate()) == false)
      }
      #expect(simulation.settle() == nil)
      #expect(config["color"].source == .static)
    }
  }
}
