import Dispatch
import FakeCore
import Foundation
import Sluice
import Testing

/// Lookups of many at once: a simulation runs on while a creation waits, and sees who waits for it.
@Suite("Racing lookups")
struct RacingLookupTests {
  @Test("by a hundred tasks of one lazy component get one instance, in whatever order they ask")
  func hundredTasks() throws { try Self.expectOneInstance(schedules: 12) }

  fileprivate static func expectOneInstance(schedules: Int) throws {
    let tried = try withCore(schedules: .sampled(schedules)) { stage, core in
      let counter = Counter()
      core.register(.of("fire-alpha", .alpha(counting: counter, pausing: linger)))
      let container = try core.configure().container
      let found = Record<Int?>()
      stage.perform {
        for number in 1...100 {
          stage.simulation.spawn("asker.\(number)") {
            found.append(try? container.instance(of: (any Alpha).self)?.number)
          }
        }
      }
      stage.advance(by: .seconds(1))
      stage.settle()
      #expect(found.all == Array(repeating: 1, count: 100))
      #expect(counter.value == 1)
    }
    #expect(tried.distinct > schedules * 15 / 16)
  }

  @Test("from two ends of a chain, both waiting inside creations, find each what the other made")
  func twoEnds() throws {
    try withCore(schedules: .all) { stage, core in
      let counter = Counter()
      core.register(
        .of(
          "fire-chain", .alpha(counting: counter, pausing: linger),
          Component(
            (any Beta).self, dependencies: [Dependency((any Alpha).self, isRequired: true)]
          ) { container, isCacheable in
            isCacheable = true
            linger()
            return Instance(alpha: try container.instance(of: (any Alpha).self))
          }))
      let container = try core.configure().container
      let found = Record<Int?>()
      stage.perform {
        stage.simulation.spawn("beta") {
          found.append(try? container.instance(of: (any Beta).self)?.alpha?.number)
        }
        stage.simulation.spawn("alpha") {
          found.append(try? container.instance(of: (any Alpha).self)?.number)
        }
      }
      stage.advance(by: .seconds(1))
      stage.settle()
      #expect(found.all == [1, 1])
    }
  }

  @Test("of what is cached wait for no creation of something else")
  func cachedMeanwhile() throws {
    try withCore(schedules: .all) { stage, core in
      let found = Record<String>()
      let semaphore = DispatchSemaphore(value: 0)
      core.register(
        .of(
          "fire-beta", .alpha(),
          Component((any Beta).self) { _, isCacheable in
            isCacheable = true
            semaphore.wait()
            return Instance()
          }))
      let container = try core.configure().container
      _ = try container.instance(of: (any Alpha).self)
      stage.perform {
        stage.simulation.spawn("beta") {
          _ = try? container.instance(of: (any Beta).self)
          found.append("beta")
        }
        // If this waited for its turn, nobody would ever signal.
        stage.simulation.spawn("alpha") {
          _ = try? container.instance(of: (any Alpha).self)
          _ = try? container.instance(of: (any Gamma).self)
          found.append("alpha")
          semaphore.signal()
        }
      }
      stage.settle()
      #expect(found.all == ["alpha", "beta"])
    }
  }

  @Test("that an app's deletion overtakes give nothing, and what they made is told and dropped")
  func overtakenByDeletion() throws {
    try withCore(schedules: .all) { stage, core in
      let counter = Counter()
      let told = Counter()
      core.register(
        .of(
          "fire-alpha",
          .alpha(counting: counter, pausing: linger, onDeletion: { _ in _ = told.next() })))
      let app = try core.configure()
      let found = Record<Int?>()
      stage.perform {
        for number in 1...3 {
          stage.simulation.spawn("asker.\(number)") {
            found.append(try? app.container.instance(of: (any Alpha).self)?.number)
          }
        }
        stage.simulation.spawn("deleter") { await app.delete() }
      }
      stage.advance(by: .seconds(1))
      stage.settle()
      #expect(found.count == 3)
      #expect(counter.value <= 1)
      #expect(told.value == counter.value)
      #expect(try app.container.instance(of: (any Alpha).self) == nil)
    }
  }
}

@Suite("Racing lookups under many schedules", .campaign)
struct RacingLookupCampaign {
  @Test("by a hundred tasks of one lazy component get one instance, in whatever order they ask")
  func hundredTasks() throws { try RacingLookupTests.expectOneInstance(schedules: 64) }
}
