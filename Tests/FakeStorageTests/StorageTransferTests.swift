import FakeStorage
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Storage transfer")
struct StorageTransferTests {
  private func observeAll(_ task: StorageObservableTask) -> StorageRecorder {
    let recorder = StorageRecorder()
    recorder.observe(task, .resume, .progress, .pause, .success, .failure)
    return recorder
  }

  @Test("of a download has an unknown total until the server has said it, or to the end")
  func totals() throws {
    try StorageWorld.run { world in
      world.emulator.put("a", Data(count: 150))
      world.emulator.put("b", Data(count: 150), tellsSize: false)
      for (path, total) in [("a", "150"), ("b", "unknown")] {
        let task = world.download(path)
        world.settle()
        let recorder = observeAll(task)
        world.pass(.seconds(1))
        #expect(
          recorder.news == [
            "resume", "progress(0, unknown)", "progress(100, \(total))",
            "progress(150, \(total))", "progress(150, \(total))", "success",
          ])
      }
      #expect(world.download("a").snapshot.progress?.isIndeterminate == true)
    }
  }

  @Test("up pauses at once and goes on from where it stood")
  func pausedUpload() throws {
    try StorageWorld.run(
      latency: StorageLatency(piece: .milliseconds(10), resumeData: .milliseconds(50))
    ) { world in
      let task = world.upload(200)
      let recorder = observeAll(task)
      world.pass(.milliseconds(10))
      task.pause()
      world.settle()
      #expect(recorder.news == ["progress(100, 200)", "pause"])
      #expect(task.snapshot.status == .pause)
      world.pass(.seconds(3600))
      #expect(recorder.news == [])
      task.resume()
      world.pass(.seconds(1))
      #expect(
        recorder.news == ["resume", "progress(200, 200)", "progress(200, 200)", "success"])
    }
  }

  @Test("down pauses when its resume data is there, and not before")
  func pausedDownload() throws {
    try StorageWorld.run(
      latency: StorageLatency(piece: .milliseconds(10), resumeData: .milliseconds(50))
    ) { world in
      world.emulator.put("a", Data(count: 200))
      let task = world.download()
      let recorder = observeAll(task)
      world.pass(.milliseconds(10))
      #expect(recorder.news == ["progress(100, 200)"])
      task.pause()
      world.pass(.milliseconds(49))
      #expect(recorder.news == [])
      recorder.observe(task, .pause)
      world.settle()
      #expect(recorder.news == [])
      world.pass(.milliseconds(1))
      #expect(recorder.news == ["pause", "pause"])
      task.resume()
      world.pass(.seconds(1))
      #expect(
        recorder.news == ["resume", "progress(200, 200)", "progress(200, 200)", "success"])
    }
  }

  @Test("that is resumed before its resume data is there never tells of a pause")
  func resumedEarly() throws {
    try StorageWorld.run(
      latency: StorageLatency(piece: .milliseconds(10), resumeData: .milliseconds(50))
    ) { world in
      world.emulator.put("a", Data(count: 100))
      let task = world.download()
      let recorder = observeAll(task)
      world.settle()
      task.pause()
      world.pass(.milliseconds(20))
      task.resume()
      world.pass(.seconds(1))
      #expect(
        recorder.news == ["resume", "progress(100, 100)", "progress(100, 100)", "success"])
    }
  }

  @Test("waits for a server that is out of reach, for ten minutes each time")
  func unreachable() throws {
    try StorageWorld.run { world in
      let task = world.upload(200)
      let recorder = observeAll(task)
      world.pass(.milliseconds(10))
      world.emulator.isReachable = false
      world.pass(.seconds(599))
      world.emulator.isReachable = true
      world.settle()
      world.emulator.isReachable = false
      world.pass(.seconds(599))
      #expect(recorder.news == ["progress(100, 200)"])
      world.pass(.seconds(2))
      #expect(recorder.news == ["progress(100, 200)", "failure -13030"])
    }
  }

  @Test("that was handed out by nobody goes on all the same, until the server is shut down")
  func keptWhileRunning() throws {
    try StorageWorld.run { world in
      world.storage.reference(withPath: "a").putData(Data(count: 100))
      world.pass(.seconds(1))
      #expect(world.emulator.contents(of: "a")?.count == 100)
      #expect(!world.log.livingSentinels.contains(.owner))
      world.storage.reference(withPath: "b").putData(Data(count: 100))
      world.settle()
      #expect(world.log.livingSentinels.contains(.owner))
      world.emulator.shutDown()
      #expect(!world.log.livingSentinels.contains(.owner))
      world.pass(.seconds(1))
      #expect(world.emulator.contents(of: "b") == nil)
    }
  }

  @Test("fails for what is not there, and for what the rules refuse until they allow it")
  func refusals() throws {
    try StorageWorld.run { world in
      let missing = observeAll(world.download("images/a"))
      world.emulator.deny("images", code: .unauthenticated)
      let refused = observeAll(world.upload(100, to: "images/b"))
      let allowed = observeAll(world.upload(100, to: "imagesque"))
      world.pass(.seconds(1))
      #expect(missing.news.last == "failure -13020")
      #expect(refused.news == ["progress(0, 0)", "failure -13020"])
      #expect(allowed.news.last == "success")
      world.emulator.allow("/images/")
      let absent = observeAll(world.download("images/a"))
      world.pass(.seconds(1))
      #expect(absent.news == ["progress(0, unknown)", "failure -13010"])
    }
  }
}

@Suite("Storage script")
struct StorageScriptTests {
  private func run(
    _ behavior: RegistrationBehavior = RegistrationBehavior(),
    _ body: (Simulation, StorageScript, Spy, StorageUploadTask) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      let spy = Spy(log: EventLog(of: simulation))
      let script = StorageScript(in: simulation, spy: spy, behavior: behavior)
      let task = script.storage.reference(withPath: "a").putData(Data())
      try body(simulation, script, spy, task)
      simulation.end()
    }
  }

  @Test("hands observers what is said, replays nothing, and goes on after an end")
  func literal() throws {
    try run { _, script, _, task in
      let recorder = StorageRecorder()
      script.sendProgress(5, of: 10, to: task)
      recorder.observe(task, .progress, .success, .failure, .pause)
      script.sendProgress(9, of: -1, to: task)
      script.send(.pause, to: task)
      #expect(task.snapshot.status == .pause)
      script.send(.success, to: task)
      script.fail(StorageError(.unauthorized), to: task)
      script.sendProgress(3, of: 10, to: task)
      #expect(
        recorder.news == [
          "progress(9, unknown)", "pause", "success", "failure -13021", "progress(3, 10)",
        ])
      #expect(task.snapshot.error == nil)
    }
  }

  @Test("can call back inside observe, inside a remove, and after it")
  func points() throws {
    try run { simulation, script, spy, task in
      let recorder = StorageRecorder()
      spy.inject(at: .add) { script.sendProgress(1, of: 10, to: task) }
      recorder.observe(task, .progress)
      #expect(recorder.news == ["progress(1, 10)"])
      script.sendProgress(2, of: 10, to: task, .queued(after: .seconds(1)))
      script.sendProgress(3, of: 10, to: task, .late(after: .seconds(1)))
      spy.inject(at: .remove) { script.sendProgress(4, of: 10, to: task) }
      task.removeObserver(withHandle: recorder.handles[0])
      task.removeObserver(withHandle: recorder.handles[0])
      #expect(recorder.news == ["progress(4, 10)"])
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(recorder.news == ["progress(3, 10)"])
    }
  }

  @Test("can keep the closures of removed observers")
  func keeping() throws {
    var behavior = RegistrationBehavior()
    behavior.keepsRemovedListeners = true
    try run(behavior) { _, script, spy, task in
      let recorder = StorageRecorder()
      recorder.observe(task, .progress)
      task.removeAllObservers()
      #expect(spy.log.livingSentinels.contains(.fixture))
      script.sendProgress(1, of: 10, to: task)
      #expect(recorder.news == [])
    }
  }
}
