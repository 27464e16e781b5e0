import Dispatch
import FakeCore
import Foundation
import Sluice
import SluiceSimulation
import Testing

@Suite("Apps")
struct AppTests {
  @Test("are found by the vendor's names once they are configured, with a copy of their options")
  func configuration() throws {
    try withCore { _, core in
      #expect(FirebaseApp.app() == nil)
      #expect(FirebaseApp.allApps == nil)
      FirebaseApp.configure()
      let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "4")
      options.projectID = "demo"
      FirebaseApp.configure(name: "second", options: options)
      options.projectID = "another"
      let app = try #require(FirebaseApp.app())
      let second = try #require(FirebaseApp.app(name: "second"))
      #expect(app.isDefault && !second.isDefault)
      #expect(second.options.projectID == "demo")
      #expect(second.options.gcmSenderID == "4")
      #expect(FirebaseApp.allApps?.keys.sorted() == [FirebaseApp.defaultName, "second"])
      #expect(core.apps.map { app in app.name } == [FirebaseApp.defaultName, "second"])
      #expect(core.app(named: "third") == nil)
    }
  }

  @Test("can't be configured again before they are deleted, and can be afterwards")
  func again() throws {
    try withCore { _, core in
      core.register(.of("fire-alpha", .alpha()))
      let first = try core.configure(name: "second")
      #expect(throws: CoreError.alreadyConfigured(app: "second")) {
        try core.configure(name: "second")
      }
      let alpha = try first.container.instance(of: (any Alpha).self)
      first.delete { isFirst in #expect(isFirst) }
      #expect(FirebaseApp.app(name: "second") == nil)
      let again = try core.configure(name: "second")
      #expect(try again.container.instance(of: (any Alpha).self) !== alpha)
      #expect(try first.container.instance(of: (any Alpha).self) == nil)
      first.delete { isFirst in #expect(!isFirst) }
      #expect(core.app(named: "second") === again)
    }
  }

  @Test(
    "that are configured twice stop the process where the SDK raises an exception",
    .startsIdlePrograms)
  func stop() async {
    await #expect(processExitsWith: .failure) {
      _ = try? simulate { stage in
        stage.keep(try Core(in: stage.simulation))
        FirebaseApp.configure()
        FirebaseApp.configure()
      }
    }
  }

  @Test(
    "have names of letters, digits, hyphens and underscores",
    arguments: ["", "two words", "a/b", "ä"])
  func names(_ name: String) throws {
    try withCore { _, core in
      #expect(throws: CoreError.invalidName(name)) { try core.configure(name: name) }
      try core.configure(name: "A-Z_09")
    }
  }

  @Test("are configured by one of those who try at once")
  func racing() throws {
    try withCore(schedules: .all) { stage, core in
      let failures = Record<CoreError>()
      let counter = Counter()
      core.register(
        Library(name: "fire-alpha", version: "1") {
          linger()
          return [.alpha(counting: counter, timing: .alwaysEager)]
        })
      stage.perform {
        for number in 1...3 {
          stage.simulation.spawn("configurer.\(number)") {
            do throws(CoreError) {
              try core.configure()
            } catch {
              failures.append(error)
            }
          }
        }
      }
      stage.advance(by: .seconds(1))
      stage.settle()
      #expect(core.apps.count == 1)
      #expect(counter.value == 1)
      #expect(
        failures.all == Array(repeating: .alreadyConfigured(app: FirebaseApp.defaultName), count: 2)
      )
    }
  }

  @Test("that are deleted tell each cached instance once, and create nothing afterwards")
  func deletion() throws {
    try withCore { _, core in
      let told = Record<String>()
      let counter = Counter()
      let shared = Instance { app in told.append("shared of \(app.name)") }
      core.register(
        .of(
          "fire-alpha",
          Component((any Alpha).self) { _, isCacheable in
            isCacheable = true
            return shared
          },
          Component((any Beta).self) { _, isCacheable in
            isCacheable = true
            return shared
          },
          Component((any Gamma).self) { _, _ in
            _ = counter.next()
            return Instance { _ in told.append("uncached") }
          }))
      let app = try core.configure(name: "first")
      let other = try core.configure(name: "second")
      for container in [app.container, other.container] {
        _ = try container.instance(of: (any Alpha).self)
        _ = try container.instance(of: (any Beta).self)
        _ = try container.instance(of: (any Gamma).self)
      }
      app.delete { isFirst in #expect(isFirst) }
      app.delete { isFirst in #expect(!isFirst) }
      #expect(told.all == ["shared of first"])
      #expect(app.isDeleted && !other.isDeleted)
      #expect(try app.container.instance(of: (any Gamma).self) == nil)
      #expect(counter.value == 2)
      #expect(try other.container.instance(of: (any Alpha).self) === shared)
    }
  }

  @Test("are deleted in an order that their core's events show")
  func events() throws {
    try withCore { _, core in
      let observed = Record<CoreEvent>()
      core.observe { event in observed.append(event) }
      core.register(
        .of(
          "fire-alpha", .alpha(timing: .alwaysEager),
          Component((any Gamma).self) { _, _ in Instance() }))
      let app = try core.configure(name: "a")
      _ = try app.container.instance(of: (any Gamma).self)
      app.delete { _ in }
      #expect(
        observed.all.map { event in event.description } == [
          "a: configured", "a: Alpha created, cached", "a: Gamma created, not cached",
          "a: deletion begins", "a: Alpha is told", "a: deleted",
        ])
      #expect(core.events == observed.all)
    }
  }

  @Test("let go of their instances when they are deleted, and when their core ends")
  func release() throws {
    try withCore { stage, core in
      /// An instance that holds its app, as those of products do.
      final class Holder: Gamma {
        let app: FirebaseApp
        init(_ app: FirebaseApp) { self.app = app }
      }
      let library = Library.of(
        "fire-gamma",
        Component((any Gamma).self, instantiationTiming: .alwaysEager) { container, isCacheable in
          isCacheable = true
          return Holder(container.app)
        })
      core.register(library)
      weak let deleted = try core.configure(name: "deleted")
      #expect(deleted != nil)
      deleted?.delete { _ in }
      #expect(deleted == nil)

      // A simulation inside another one has apps of its own.
      weak var abandoned: FirebaseApp?
      try Simulation().perform { simulation throws in
        let inner = try Core(in: simulation)
        inner.register(library)
        abandoned = try inner.configure()
        #expect(abandoned != nil)
        simulation.end()
      }
      #expect(abandoned == nil)
    }
  }

  @Test("of one simulation are seen by no other, nor from outside, and end with it")
  func simulations() throws {
    let kept = Record<Core>()
    try withCore { stage, core in
      FirebaseApp.configure()
      #expect(throws: CoreError.coreExists) { try Core(in: stage.simulation) }
      try Simulation().perform { simulation throws in
        #expect(Core.current == nil)
        #expect(FirebaseApp.app() == nil)
        let inner = try Core(in: simulation)
        FirebaseApp.configure()
        #expect(FirebaseApp.app() === inner.app())
        #expect(inner.app() !== core.app())
        simulation.end()
      }
      #expect(FirebaseApp.app() === core.app())
      kept.append(core)
    }
    // The core is still there, and its app.
    #expect(kept.all.first?.app() != nil)
    #expect(Core.current == nil)
    #expect(FirebaseApp.app() == nil)
  }

  @Test(
    "outside of all simulations belong to a core of their own, which real threads may ask",
    .startsIdlePrograms)
  func outside() async {
    await #expect(processExitsWith: .success) {
      let core = try Core()
      let counter = Counter()
      let slow = Component.alpha(counting: counter) { for _ in 0..<1000 { sched_yield() } }
      core.register(.of("fire-alpha", slow))
      FirebaseApp.configure()
      let found = Record<Int?>()
      DispatchQueue.concurrentPerform(iterations: 100) { _ in
        found.append(try? FirebaseApp.app()?.container.instance(of: (any Alpha).self)?.number)
      }
      let isSeenInside = Simulation().perform { simulation in
        defer { simulation.end() }
        return FirebaseApp.app() != nil
      }
      precondition(found.all == Array(repeating: 1, count: 100))
      precondition(counter.value == 1 && !isSeenInside)
    }
  }
}
