import FakeCore
import Sluice
import Testing

@Suite("Dependencies of components")
struct DependencyTests {
  private struct OwnError: Error {}

  @Test("on a protocol that nobody offers refuse the component, by an error with both names")
  func missing() throws {
    try withCore { _, core in
      let counter = Counter()
      let dependency = Dependency((any Beta).self, isRequired: true)
      core.register(
        .of(
          "fire-alpha", .alpha(counting: counter, timing: .alwaysEager, dependencies: [dependency]))
      )
      let error = CoreError.missingDependency(of: "Alpha", on: "Beta")
      let container = try core.configure().container
      #expect(throws: error) { try container.instance(of: (any Alpha).self) }
      #expect(error.description == "Alpha requires Beta, which nobody offers")
      #expect(
        core.events.first == .componentRefused("Alpha", error, app: FirebaseApp.defaultName))
      #expect(container.offers.isEmpty)
      #expect(counter.value == 0)
    }
  }

  @Test("on a component that is refused refuse who needs it, for the same reason")
  func missingBehind() throws {
    try withCore { _, core in
      core.register(
        .of(
          "fire-beta",
          .asking((any Beta).self, for: (any Alpha).self) { Instance() },
          .asking((any Alpha).self, for: (any Gamma).self) { Instance() }))
      let container = try core.configure().container
      #expect(throws: CoreError.missingDependency(of: "Alpha", on: "Gamma")) {
        try container.instance(of: (any Beta).self)
      }
      #expect(container.offers.isEmpty)
    }
  }

  @Test("that are optional are nil where nobody offers the protocol")
  func optional() throws {
    try withCore { _, core in
      core.register(
        .of(
          "fire-beta",
          Component(
            (any Beta).self, dependencies: [Dependency((any Alpha).self, isRequired: false)]
          ) { container, _ in
            Instance(alpha: try container.instance(of: (any Alpha).self))
          }))
      let container = try core.configure().container
      let beta = try #require(try container.instance(of: (any Beta).self))
      #expect(beta.alpha == nil)
      core.register(.of("fire-alpha", .alpha()))
      let second = try core.configure(name: "second").container
      #expect(try second.instance(of: (any Beta).self)?.alpha != nil)
    }
  }

  @Test("in a cycle of three are an error that names the path")
  func cycle() throws {
    try withCore { _, core in
      core.register(
        .of(
          "fire-circle",
          .asking((any Alpha).self, for: (any Beta).self) { Instance() },
          .asking((any Beta).self, for: (any Gamma).self) { Instance() },
          .asking((any Gamma).self, for: (any Alpha).self) { Instance() }))
      let container = try core.configure().container
      for _ in 1...2 {
        #expect(throws: CoreError.dependencyCycle(["Alpha", "Beta", "Gamma", "Alpha"])) {
          try container.instance(of: (any Alpha).self)
        }
      }
      let error = try #require(
        #expect(throws: CoreError.self) { try container.instance(of: (any Gamma).self) })
      #expect(
        error.description
          == "the components depend on each other in a cycle: Gamma → Alpha → Beta → Gamma")
    }
  }

  @Test("in a cycle name no more than the cycle, whoever leads to it")
  func cycleFromOutside() throws {
    try withCore { _, core in
      core.register(
        .of(
          "fire-circle",
          .asking((any Alpha).self, for: (any Beta).self) { Instance() },
          .asking((any Beta).self, for: (any Gamma).self) { Instance() },
          .asking((any Gamma).self, for: (any Beta).self) { Instance() }))
      let container = try core.configure().container
      #expect(throws: CoreError.dependencyCycle(["Beta", "Gamma", "Beta"])) {
        try container.instance(of: (any Alpha).self)
      }
    }
  }

  @Test("see nothing of an instance before its creation has returned")
  func unfinished() throws {
    try withCore { _, core in
      let inside = Record<CoreError?>()
      core.register(
        .of(
          "fire-alpha",
          Component((any Alpha).self) { container, isCacheable in
            isCacheable = true
            do {
              _ = try container.instance(of: (any Alpha).self)
              inside.append(nil)
            } catch let error as CoreError {
              inside.append(error)
            }
            return Instance()
          }))
      let container = try core.configure().container
      #expect(try container.instance(of: (any Alpha).self) != nil)
      #expect(inside.all == [.dependencyCycle(["Alpha", "Alpha"])])
    }
  }

  @Test("whose creation fails are told why, and are created when they are asked for again")
  func failure() throws {
    try withCore { _, core in
      let counter = Counter()
      core.register(
        .of(
          "fire-alpha",
          Component((any Alpha).self) { _, isCacheable in
            isCacheable = true
            if counter.next() == 1 { throw OwnError() }
            return Instance(counter.value)
          }))
      let container = try core.configure().container
      #expect(throws: CoreError.creationFailed("Alpha", reason: "OwnError()")) {
        try container.instance(of: (any Alpha).self)
      }
      #expect(try container.instance(of: (any Alpha).self)?.number == 2)
      #expect(try container.instance(of: (any Alpha).self)?.number == 2)
    }
  }

  @Test("that are required of a container have to be there: its error names the app")
  func required() throws {
    try withCore { _, core in
      let app = try core.configure(name: "second")
      #expect(throws: CoreError.nobodyOffers("Alpha", app: "second")) {
        try app.container.requiredInstance(of: (any Alpha).self)
      }
      app.delete { _ in }
      #expect(throws: CoreError.appDeleted("second", asked: "Alpha")) {
        try app.container.requiredInstance(of: (any Alpha).self)
      }
    }
  }
}
