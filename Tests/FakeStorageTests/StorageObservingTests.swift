import FakeStorage
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Storage observers")
struct StorageObservingTests {
  @Test("of a running task are told of resume and progress at once, and of nothing else")
  func running() throws {
    try StorageWorld.run { world in
      let task = world.upload(300)
      let recorder = StorageRecorder()
      recorder.observe(task, .resume, .progress, .pause, .success, .failure, .unknown)
      world.settle()
      // It had not begun when it was observed, and nobody is told that it has.
      #expect(recorder.news == [])
      recorder.observe(task, .resume, .progress, .pause, .success, .failure, .unknown)
      #expect(recorder.news == [])
      world.settle()
      #expect(recorder.news == ["resume", "progress(0, 0)"])
      world.pass(.milliseconds(10))
      recorder.observe(task, .progress)
      world.settle()
      #expect(recorder.news == Array(repeating: "progress(100, 300)", count: 3))
    }
  }

  @Test("of a paused task are told of the pause at once")
  func paused() throws {
    try StorageWorld.run { world in
      let task = world.upload(300)
      task.pause()
      world.settle()
      let recorder = StorageRecorder()
      recorder.observe(task, .resume, .progress, .pause, .success, .failure)
      world.settle()
      #expect(recorder.news == ["pause"])
    }
  }

  @Test("of a task that succeeded are told of the success at once, each")
  func succeeded() throws {
    try StorageWorld.run { world in
      let task = world.upload(100)
      world.pass(.seconds(1))
      let recorder = StorageRecorder()
      recorder.observe(task, .success, .failure, .progress, .resume, .success)
      world.settle()
      #expect(recorder.news == ["success", "success"])
      #expect(task.snapshot.metadata?.size == 100)
    }
  }

  @Test("of a task that failed are told of the failure at once")
  func failed() throws {
    try StorageWorld.run { world in
      world.emulator.deny("a", code: .quotaExceeded)
      let task = world.upload(100)
      world.pass(.seconds(1))
      let recorder = StorageRecorder()
      recorder.observe(task, .success, .failure, .progress)
      world.settle()
      #expect(recorder.news == ["failure -13013"])
    }
  }

  @Test("of a task that was cancelled are told nothing, ever, although its snapshot says so")
  func cancelled() throws {
    try StorageWorld.run { world in
      let task = world.upload(100)
      task.cancel()
      world.settle()
      let recorder = StorageRecorder()
      recorder.observe(task, .success, .failure, .progress, .pause, .resume)
      world.pass(.seconds(3600))
      #expect(recorder.news == [])
      #expect(task.snapshot.status == .failure)
      #expect((task.snapshot.error as? StorageError)?.code.rawValue == -13040)
    }
  }

  @Test("are told by the callback queue, never inside observe")
  func asynchronous() throws {
    try StorageWorld.run { world in
      let task = world.upload(100)
      world.settle()
      let recorder = StorageRecorder()
      var isMain = false
      recorder.onNews = { isMain = MainActor.assumeIsolated { true } }
      recorder.observe(task, .progress)
      #expect(recorder.news == [])
      world.settle()
      #expect(recorder.news == ["progress(0, 0)"])
      #expect(isMain)
    }
  }

  @Test("that are removed still get what was queued for them, and nothing that comes later")
  func removedLate() throws {
    try StorageWorld.run { world in
      let task = world.upload(300)
      world.settle()
      let recorder = StorageRecorder()
      recorder.observe(task, .progress)
      task.removeObserver(withHandle: recorder.handles[0])
      world.settle()
      #expect(recorder.news == ["progress(0, 0)"])
      world.pass(.seconds(1))
      #expect(recorder.news == [])
    }
  }

  @Test("are removed by handle, by status, or all; each is recorded as a remove of its own")
  func removing() throws {
    try StorageWorld.run { world in
      let task = world.upload(300)
      let recorder = StorageRecorder()
      recorder.observe(task, .progress, .progress, .success, .failure)
      #expect(Set(recorder.handles).count == 4)
      task.removeObserver(withHandle: recorder.handles[1])
      #expect(world.storage.observerCount == 3)
      task.removeAllObservers(for: .progress)
      #expect(world.storage.observerCount == 2)
      task.removeAllObservers()
      #expect(world.storage.observerCount == 0)
      let removes = world.log.entries.compactMap { entry in
        if case .removeCalled(let id, _) = entry.event { id.number } else { nil }
      }
      #expect(removes == [2, 1, 3, 4])
      world.pass(.seconds(1))
      #expect(recorder.news == [])
    }
  }

  @Test("are not removed by a handle of another task, which is recorded")
  func foreignHandle() throws {
    try StorageWorld.run { world in
      let (task, other) = (world.upload(300), world.upload(300, to: "b"))
      let recorder = StorageRecorder()
      recorder.observe(task, .progress)
      other.removeObserver(withHandle: recorder.handles[0])
      #expect(world.storage.observerCount == 1)
      let unmatched = world.log.entries.compactMap { entry in
        if case .removeUnmatched(let handle, _) = entry.event { handle } else { nil }
      }
      #expect(unmatched == [.string(recorder.handles[0])])
    }
  }

  @Test("of one status are told in whatever order there is, oldest or newest first")
  func order() throws {
    try StorageWorld.run { world in
      let task = world.upload(200)
      let recorder = StorageRecorder()
      for name in ["first ", "second "] {
        task.observe(.progress) { snapshot in recorder.note(snapshot, by: name) }
      }
      world.pass(.milliseconds(10))
      #expect(recorder.news == ["first progress(100, 200)", "second progress(100, 200)"])
      world.storage.tellsNewestObserverFirst = true
      world.pass(.milliseconds(1))
      #expect(recorder.news == [])
      world.pass(.milliseconds(9))
      #expect(
        recorder.news == [
          "second progress(200, 200)", "first progress(200, 200)",
          "second progress(200, 200)", "first progress(200, 200)",
        ])
    }
  }

  @Test("get snapshots of the task and its place, with progress in bytes and its status")
  func snapshots() throws {
    try StorageWorld.run { world in
      let task = world.storage.reference(withPath: "/images//a/").putData(.init(count: 200))
      var seen: StorageTaskSnapshot?
      task.observe(.progress) { snapshot in seen = snapshot }
      world.pass(.milliseconds(10))
      let snapshot = try #require(seen)
      #expect(snapshot.task === task)
      #expect(snapshot.reference.fullPath == "images/a")
      #expect(snapshot.reference.parent()?.child("a") == snapshot.reference)
      #expect(snapshot.status == .progress)
      #expect(snapshot.error == nil)
      #expect(snapshot.progress?.completedUnitCount == 100)
      #expect(snapshot.progress?.totalUnitCount == 200)
      #expect(task.snapshot.status == .resume)
    }
  }
}
