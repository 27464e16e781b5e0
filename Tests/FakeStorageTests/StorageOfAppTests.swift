import FakeCore
import FakeStorage
import Foundation
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("Storage of an app")
struct StorageOfAppTests {
  @Test("is one object for each app and bucket, of which the options name one")
  func instances() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      core.register(
        StorageEmulator(in: simulation).library(spy: Spy(log: EventLog(of: simulation))))
      let options = FirebaseOptions()
      options.storageBucket = "demo"
      FirebaseApp.configure(options: options)
      let second = try core.configure(name: "second")
      #expect(Storage.storage() === Storage.storage(url: "gs://demo/"))
      #expect(Storage.storage().reference(withPath: "a").description == "gs://demo/a")
      #expect(Storage.storage(url: "gs://other") !== Storage.storage())
      #expect(Storage.storage(app: second).bucket == "fake-bucket")
      #expect(Storage.storage(app: second).app === second)
      simulation.end()
    }
  }

  @Test("stops its transfers with its app: nobody hears of them, and nothing is stored")
  func deletion() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = StorageEmulator(
        in: simulation, latency: StorageLatency(piece: .milliseconds(10)))
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      let app = try core.configure()
      let other = try core.configure(name: "other")
      let told = Mutex<[String]>([])
      let storage = Storage.storage()
      let task = storage.reference(withPath: "images/a").putData(Data(count: 10)) { _, _ in
        told.withLock { told in told.append("completion") }
      }
      let handle = task.observe(.progress) { _ in told.withLock { told in told.append("progress") }
      }
      Storage.storage(app: other).reference(withPath: "images/c").putData(Data(count: 10)) { _, _ in
        told.withLock { told in told.append("elsewhere") }
      }
      #expect(simulation.settle() == nil)

      app.delete { _ in }
      let late = task.observe(.failure) { _ in told.withLock { told in told.append("late") } }
      task.cancel()
      storage.reference(withPath: "images/b").putData(Data(count: 10))
      #expect(simulation.advance(to: Instant.start.advanced(by: .seconds(3600))) == nil)
      #expect(told.withLock { told in told } == ["elsewhere"])
      #expect(emulator.contents(of: "images/a") == nil)
      #expect(emulator.contents(of: "images/b") == nil)
      #expect(emulator.contents(of: "images/c")?.count == 10)
      task.removeObserver(withHandle: handle)
      task.removeObserver(withHandle: late)
      #expect(storage.observerCount == 0)
      simulation.end()
    }
  }

  @Test(
    "tells of all observers that are still there when its app goes, also of a task that is over")
  func deletionAfterTheEnd() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let log = EventLog(of: simulation)
      core.register(StorageEmulator(in: simulation).library(spy: Spy(log: log)))
      let app = try core.configure()
      let task = Storage.storage().reference(withPath: "images/a").putData(Data(count: 10))
      let removed = task.observe(.success) { _ in }
      _ = task.observe(.success) { _ in }
      #expect(simulation.advance(to: Instant.start.advanced(by: .seconds(3600))) == nil)
      #expect(task.snapshot.status == .success)
      task.removeObserver(withHandle: removed)
      _ = task.observe(.progress) { _ in }
      app.delete { _ in }
      let closed = log.entries.map { entry in entry.event.description }
        .filter { line in line.contains("app closes") }
      #expect(Set(closed) == ["the app closes #2", "the app closes #3"])
      #expect(closed.count == 2)
      simulation.end()
    }
  }

  @Test("is not had by what is no bucket: the process stops with the reason", .startsIdlePrograms)
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      try Simulation().perform { simulation throws in
        let core = try Core(in: simulation)
        core.register(
          StorageEmulator(in: simulation).library(spy: Spy(log: EventLog(of: simulation))))
        FirebaseApp.configure()
        _ = Storage.storage(url: "gs://bucket/place")
      }
    }
  }
}
