import FakeStorage
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("End of a Storage task")
struct StorageEndTests {
  private func observeAll(_ task: StorageObservableTask) -> StorageRecorder {
    let recorder = StorageRecorder()
    recorder.observe(task, .resume, .progress, .pause, .success, .failure)
    return recorder
  }

  @Test("is one more progress, then success")
  func success() throws {
    try StorageWorld.run { world in
      let recorder = observeAll(world.upload(150))
      world.pass(.seconds(1))
      #expect(
        recorder.news == [
          "progress(100, 150)", "progress(150, 150)", "progress(150, 150)", "success",
        ])
      #expect(world.emulator.contents(of: "a")?.count == 150)
    }
  }

  @Test("is one more progress, then failure")
  func failure() throws {
    try StorageWorld.run { world in
      let recorder = observeAll(world.upload(150))
      world.pass(.milliseconds(10))
      world.emulator.deny("/a")
      world.pass(.seconds(1))
      #expect(
        recorder.news == [
          "progress(100, 150)", "progress(150, 150)", "progress(150, 150)", "failure -13021",
        ])
      #expect(world.emulator.contents(of: "a") == nil)
    }
  }

  @Test("by a cancel is a failure, -13040, without a progress before it")
  func cancel() throws {
    try StorageWorld.run { world in
      let task = world.upload(150)
      let recorder = observeAll(task)
      world.pass(.milliseconds(10))
      _ = recorder.news
      task.cancel()
      #expect(recorder.news == [])
      world.settle()
      #expect(recorder.news == ["failure -13040"])
      world.pass(.seconds(1))
      #expect(recorder.news == [])
      #expect(world.emulator.contents(of: "a") == nil)
    }
  }

  @Test("comes once, whatever is asked of the task and in whatever order")
  func once() throws {
    try StorageWorld.run { world in
      let task = world.upload(100)
      let recorder = observeAll(task)
      task.cancel()
      task.cancel()
      task.resume()
      task.pause()
      task.enqueue()
      world.pass(.seconds(1))
      #expect(recorder.news == ["failure -13040"])

      let other = world.upload(100, to: "b")
      world.pass(.seconds(1))
      other.cancel()
      other.pause()
      other.resume()
      world.pass(.seconds(1))
      #expect(other.snapshot.status == .success)
      #expect(other.snapshot.error == nil)
    }
  }

  @Test("removes all observers, which is the source's doing and no remove of theirs")
  func removesAll() throws {
    try StorageWorld.run { world in
      let task = world.upload(100)
      let recorder = observeAll(task)
      world.pass(.seconds(1))
      // Their closures are gone, and with them what shows that they are kept.
      #expect(!world.log.livingSentinels.contains(.fixture))
      #expect(world.storage.observerCount == 5)
      for handle in recorder.handles { task.removeObserver(withHandle: handle) }
      #expect(world.storage.observerCount == 0)
      let unmatched = world.log.entries.contains { entry in
        if case .removeUnmatched = entry.event { true } else { false }
      }
      #expect(!unmatched)
    }
  }

  @Test("reaches an observer that was removed after the end was queued")
  func queuedSurvives() throws {
    try StorageWorld.run { world in
      let task = world.upload(100)
      let recorder = StorageRecorder()
      recorder.observe(task, .progress, .success)
      // The last progress removes the observer of success, whose call is queued behind it.
      recorder.onNews = { task.removeAllObservers() }
      world.pass(.seconds(1))
      #expect(recorder.news == ["progress(100, 100)"])

      let other = world.upload(0, to: "b")
      recorder.observe(other, .progress, .success)
      recorder.onNews = { other.removeAllObservers() }
      world.pass(.seconds(1))
      #expect(recorder.news == ["progress(0, 0)", "success"])
    }
  }

  @Test("calls the completion with the metadata, the bytes, the file, or the error")
  func completions() throws {
    try StorageWorld.run { world in
      let reference = world.storage.reference(withPath: "a")
      var lines: [String] = []
      let metadata = StorageMetadata()
      metadata.contentType = "image/png"
      reference.putData(Data(count: 120), metadata: metadata) { metadata, error in
        lines.append("put \(metadata?.size ?? -1) \(metadata?.contentType ?? "") \(error == nil)")
      }
      world.pass(.seconds(1))
      reference.getData(maxSize: 120) { data, error in
        lines.append("get \(data?.count ?? -1) \(error == nil)")
      }
      reference.getData(maxSize: 119) { data, error in
        lines.append("get \(data?.count ?? -1) \((error as? StorageError)?.code.rawValue ?? 0)")
      }
      let file = URL(filePath: "/device/a")
      reference.write(toFile: file) { url, error in
        lines.append("file \(url == file) \(error == nil)")
      }
      world.pass(.seconds(1))
      #expect(world.emulator.file("/device/a")?.count == 120)
      world.storage.reference(withPath: "b").putFile(from: file)
      world.storage.reference(withPath: "c").putFile(from: URL(filePath: "/device/b")) {
        lines.append("file \(String(describing: $0)) \(($1 as NSError?)?.code ?? 0)")
      }
      world.pass(.seconds(1))
      #expect(world.emulator.contents(of: "b")?.count == 120)
      #expect(
        lines == [
          "put 120 image/png true", "get -1 -13032", "get 120 true", "file true true",
          "file nil -13000",
        ])
    }
  }
}
