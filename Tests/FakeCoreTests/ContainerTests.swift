import FakeCore
import Sluice
import Testing

/// What the vendor's own test of its container asserts, a test each.
///
/// Source: `FirebaseCore/Tests/Unit/FIRComponentContainerTest.m`.
@Suite("Component container")
struct ContainerTests {
  @Test("registers a library once, and says what was registered again")
  func libraryOnce() throws {
    try withCore { _, core in
      let counter = Counter()
      let leftOut = core.register(
        .of("fire-alpha", version: "1", .alpha(counting: counter)),
        .of("fire-alpha", version: "2", .alpha(isCacheable: false)))
      #expect(leftOut == [.libraryLeftOut("fire-alpha", version: "2", first: "1")])
      #expect(core.events == leftOut)
      #expect(core.libraries.map { library in library.version } == ["1"])
      let app = try core.configure()
      #expect(app.container.offers == ["Alpha"])
      #expect(try app.container.instance(of: (any Alpha).self)?.number == 1)
      #expect(counter.value == 1)
    }
  }

  @Test("has the components of all libraries once its app is configured")
  func components() throws {
    try withCore { _, core in
      core.register(
        .of("fire-alpha", .alpha()),
        .of("fire-beta", Component((any Beta).self) { _, _ in Instance() }))
      let app = try core.configure()
      #expect(app.container.offers == ["Alpha", "Beta"])
      core.register(.of("fire-gamma", Component((any Gamma).self) { _, _ in Instance() }))
      // Too late for the first app.
      #expect(app.container.offers == ["Alpha", "Beta"])
      let second = try core.configure(name: "second")
      #expect(second.container.offers == ["Alpha", "Beta", "Gamma"])
    }
  }

  @Test("gives a cached instance again, and a new one each time where it is not cacheable")
  func caching() throws {
    try withCore { _, core in
      let counter = Counter()
      core.register(
        .of(
          "fire-alpha", .alpha(counting: counter),
          Component((any Beta).self) { _, _ in Instance(counter.next()) }))
      let container = try core.configure().container
      let first = try #require(try container.instance(of: (any Alpha).self))
      #expect(try container.instance(of: (any Alpha).self) === first)
      let uncached = try #require(try container.instance(of: (any Beta).self))
      #expect(try container.instance(of: (any Beta).self) !== uncached)
      #expect(counter.value == 3)
    }
  }

  @Test(
    "creates eager components when an app is configured, and lazy ones when they are asked for",
    arguments: [Component.InstantiationTiming.lazy, .alwaysEager, .eagerInDefaultApp])
  func timing(_ timing: Component.InstantiationTiming) throws {
    try withCore { _, core in
      let counter = Counter()
      core.register(.of("fire-alpha", .alpha(counting: counter, timing: timing)))
      let app = try core.configure()
      #expect(counter.value == (timing == .lazy ? 0 : 1))
      let second = try core.configure(name: "second")
      #expect(counter.value == [.lazy: 0, .eagerInDefaultApp: 1, .alwaysEager: 2][timing])
      _ = try app.container.instance(of: (any Alpha).self)
      _ = try second.container.instance(of: (any Alpha).self)
      #expect(counter.value == 2)
    }
  }

  @Test("keeps the first component for a protocol, and reports the second")
  func protocolTwice() throws {
    try withCore { _, core in
      let first = Counter()
      let second = Counter()
      core.register(
        .of("fire-alpha", .alpha(counting: first)), .of("fire-other", .alpha(counting: second)))
      let container = try core.configure().container
      #expect(container.offers == ["Alpha"])
      _ = try container.instance(of: (any Alpha).self)
      #expect(first.value == 1)
      #expect(second.value == 0)
      #expect(
        core.events.first
          == .componentLeftOut(
            "Alpha", of: "fire-other", first: "fire-alpha", app: FirebaseApp.defaultName))
    }
  }

  @Test("answers a lookup inside a creation, also by way of the app")
  func lookupInCreation() throws {
    try withCore { _, core in
      core.register(
        .of(
          "fire-beta",
          Component(
            (any Beta).self, dependencies: [Dependency((any Alpha).self, isRequired: true)]
          ) { container, isCacheable in
            isCacheable = true
            let given = try container.instance(of: (any Alpha).self)
            let found = try FirebaseApp.app()?.container.instance(of: (any Alpha).self)
            #expect(given === found)
            return Instance(alpha: found)
          }),
        .of("fire-alpha", .alpha()))
      let container = try core.configure().container
      let beta = try #require(try container.instance(of: (any Beta).self))
      #expect(try beta.alpha === container.instance(of: (any Alpha).self))
    }
  }

  @Test("answers a lookup inside the notice of a deletion from the cache, and creates nothing")
  func lookupInNotice() throws {
    try withCore { _, core in
      let seen = Record<Bool>()
      core.register(
        .of(
          "fire-alpha", .alpha(),
          Component((any Beta).self) { container, isCacheable in
            isCacheable = true
            let alpha = try container.instance(of: (any Alpha).self)
            return Instance(alpha: alpha) { app in
              seen.append((try? app.container.instance(of: (any Alpha).self)) === alpha)
              seen.append((try? app.container.instance(of: (any Beta).self)) != nil)
              seen.append((try? app.container.instance(of: (any Gamma).self)) == nil)
            }
          },
          Component((any Gamma).self) { _, _ in Instance() }))
      let app = try core.configure()
      _ = try app.container.instance(of: (any Beta).self)
      app.delete { _ in }
      #expect(seen.all == [true, true, true])
      #expect(try app.container.instance(of: (any Alpha).self) == nil)
    }
  }
}
