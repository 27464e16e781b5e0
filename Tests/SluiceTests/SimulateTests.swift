import Dispatch
import Foundation
import Sluice
import Synchronization
import Testing

/// What a test throws by itself.
private struct OwnError: Error, Equatable {}

/// What happened so often.
private final class Counter: Sendable {
  private let state = Mutex(0)
  var number: Int { state.withLock { number in number } }

  func count() { state.withLock { number in number += 1 } }
}

@Suite("A simulated test")
struct SimulateTests {
  /// The failure of a test that has to fail by one of the kit's.
  private func failure(
    of schedules: TestSchedules = .canonical, traits: Traits = Traits(),
    limits: Simulation.Limits = Simulation.Limits(), _ test: @escaping (TestStage) throws -> Void
  ) throws -> SimulationFailure {
    try #require(
      #expect(throws: SimulationFailure.self) {
        try simulate(schedules: schedules, traits: traits, limits: limits, test)
      })
  }

  @Test("is judged though its closure returns before it cancels anything")
  func earlyReturn() throws {
    let failure = try failure { stage in
      let station = FakeListener<Double>(on: stage)
      stage.read("reader", station.handmade(.leaks))
      if station.presentValue == nil { return }
      stage.cancel("reader")
    }
    #expect(failure.rule == "cancellation.immediate")
  }

  @Test("takes any number of schedules, and stops where there is but one")
  func hugeNumber() throws {
    let tried = try simulate(schedules: .sampled(.max)) { _ in }
    #expect(tried.isExhausted)
  }

  @Test("passes with a right stream under every schedule, and under many")
  func rightStream() throws {
    let test = { (stage: TestStage) in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(), .lenient)
      stage.race { station.send(21) }
      stage.race { reader.cancel() }
    }
    let sampled = try simulate(schedules: 500, test)
    #expect(sampled.runs == 501)
    let all = try simulate(schedules: .all, test)
    #expect(all.isExhausted)
    #expect(all.distinct == all.runs)
    #expect(all.distinct >= sampled.distinct)
  }

  @Test("finds a stream that races, and its schedule replays it")
  func racyStream() throws {
    let test = { (stage: TestStage) in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(.checksUnlocksAndAdds))
      stage.race { reader.cancel() }
    }
    try simulate(test)
    let failure = try failure(of: 500, test)
    #expect(failure.rule == "cancellation.removed-before-end")
    let schedule = try #require(failure.schedule)
    let replay = #expect(throws: SimulationFailure.self) {
      try simulate(schedule: schedule, test)
    }
    #expect(replay?.rule == failure.rule)
    #expect(replay?.place == failure.place)
    #expect(replay?.schedule == schedule)
    let searched = try self.failure(of: .all, test)
    #expect(searched.schedule == schedule)
  }

  @Test("fails where a schedule does not fit, or is none")
  func diverged() throws {
    for (schedule, words) in [
      ("2@0s:stimulus.cancel#1<consumer.reader#2", "diverged"), ("2@0s:", "no part of a schedule"),
    ] {
      let failure = #expect(throws: SimulationFailure.self) {
        try simulate(schedule: schedule) { stage in
          let station = FakeListener<Double>(on: stage)
          stage.read("reader", station.handmade())
        }
      }
      #expect(failure?.message.contains(words) == true)
    }
    try simulate(schedule: "canonical") { stage in
      stage.read("reader", FakeListener<Double>(on: stage).handmade())
    }
  }

  @Test("says so where there are more schedules than it may try")
  func tooMany() throws {
    let failure = try failure(of: .all(atMost: 3)) { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(), .lenient)
      for value in 1...3 { stage.race { station.send(Double(value)) } }
      stage.race { reader.cancel() }
    }
    #expect(failure.message.contains("more than 3 schedules"))
  }

  @Test("says so where it is not the same twice")
  func nondeterministic() throws {
    let runs = Mutex(0)
    let failure = try failure(of: 10) { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(), .lenient)
      stage.race { reader.cancel() }
      stage.race { station.send(1) }
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      stage.expect(run != 4, "the fourth run")
    }
    #expect(failure.message == "not the same twice: the fourth run")
  }

  @Test("throws its own error as it is, unless a rule is broken, too")
  func ownError() throws {
    #expect(throws: OwnError()) {
      try simulate { stage in
        stage.read("reader", FakeListener<Double>(on: stage).handmade())
        throw OwnError()
      }
    }
    #expect(throws: OwnError()) {
      try simulate { stage in stage.perform { throw OwnError() } }
    }
    let failure = try failure { stage in
      stage.read("reader", FakeListener<Double>(on: stage).handmade(.leaks))
      throw OwnError()
    }
    #expect(failure.thrown is OwnError)
    #expect(failure.message == "the test threw OwnError()")
    #expect(failure.description.contains("also: cancellation.immediate: "))
  }

  @Test("tells a consumer that waits for ever")
  func stuck() throws {
    let failure = try failure { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(.ignoresCancellation))
      reader.cancel()
    }
    #expect(failure.description.contains("who waits when nothing is left to happen:"))
    #expect(failure.description.contains("'reader' waits in next(), parked by consumer.reader#1"))
  }

  @Test("tells an endless loop, and what it was at")
  func endless() throws {
    let failure = try failure(limits: Simulation.Limits(steps: 5000)) { stage in
      func again() { stage.simulation.schedule("poll", after: .milliseconds(5), again) }
      again()
      stage.advance(by: .seconds(60))
    }
    #expect(failure.message == "still busy after 5000 steps: 'poll' again and again every 5ms")
  }

  @Test("tells a deadlock, in a task as in a line and between two")
  func deadlock() throws {
    let inTask = try failure { stage in
      stage.simulation.spawn("worker") { Self.waitForEver() }
      stage.settle()
    }
    #expect(inTask.message == "deadlocked: worker#1 waits for a semaphore")
    let inLine = try failure { stage in stage.perform { Self.waitForEver() } }
    #expect(inLine.message == "deadlocked: stimulus.perform#1 waits for a semaphore")
    let between = try failure { stage in
      stage.settle()
      Self.waitForEver()
    }
    #expect(between.message == "deadlocked: the test waits for a semaphore")
  }

  private static func waitForEver() { wait(for: DispatchSemaphore(value: 0)) }
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  @Test(
    "goes on while an event waits for what a line of it gives, or its own code",
    arguments: [TestSchedules.canonical, 20, .all])
  func patience(_ schedules: TestSchedules) throws {
    let test = { (stage: TestStage) in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade())
      let semaphore = DispatchSemaphore(value: 0)
      let passed = Counter()
      for _ in 1...2 {
        stage.simulation.spawn("worker") {
          Self.wait(for: semaphore)
          passed.count()
        }
      }
      station.send(21)
      reader.expect(21)
      semaphore.signal()
      stage.advance(by: .seconds(1))
      stage.expect(passed.number == 1, "it is not the test's own code that counts")
      stage.race { station.send(22) }
      stage.race { semaphore.signal() }
      reader.expect(22)
      stage.expect(passed.number == 2, "it is not the line that counts")
      reader.cancel()
    }
    let tried = try simulate(schedules: schedules, test)
    #expect(schedules == .canonical || tried.runs > 1)
  }

  @Test("tells a thread outside the simulation")
  func escape() throws {
    let failure = try failure { stage in
      stage.perform { Thread {}.start() }
      stage.settle()
    }
    #expect(failure.message.hasPrefix("outside of every schedule: stimulus.perform started"))
  }

  @Test("does nothing in the lines behind the first that fails")
  func linesAfterAFailure() throws {
    var presentValue: Double?
    var isReached = false
    let failure = try failure { stage in
      let source = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", source.handmade())
      reader.expect(21)
      source.setPresentValue(22)
      presentValue = source.presentValue
      stage.perform { isReached = true }
      reader.expectEnd()
      isReached = isReached || (try? reader.next()) != nil
    }
    #expect(failure.message == "'reader' got nothing more, not 21.0")
    #expect(failure.description.contains("stuck: 'reader' waits in next()"))
    #expect(presentValue == nil)
    #expect(!isReached)
  }

  @Test("can be left by a reader that has no next element")
  func leaving() throws {
    let failure = try failure { stage in
      let reader = stage.read("reader", FakeListener<Double>(on: stage).handmade())
      _ = try reader.next()
      Issue.record("the test goes on")
    }
    #expect(failure.message == "'reader' got nothing more, not an element")
  }

  @Test("keeps apart what listens to different sources")
  func sources() throws {
    try simulate { stage in
      let first = FakeListener<Int>(on: stage)
      let second = FakeListener<Int>(on: stage)
      let one = stage.read("one", first.handmade())
      let other = stage.read("other", second.handmade())
      first.send(1)
      second.send(2)
      one.expect(1)
      other.expect(2)
      one.cancel()
      second.send(3)
      other.expect(3)
    }
  }

  @Test("does not take the end of one source for a reason to end a stream of another")
  func endOfAnotherSource() throws {
    let traits = Traits().with { traits in
      traits.iterators = .single
      traits.bufferOnCancel = .drains
    }
    let failure = try failure(traits: traits) { stage in
      let finished = FakeListener<Int>(on: stage)
      let source = FakeListener<Int>(on: stage)
      stage.read("told", finished.handmade(), .lenient)
      finished.finish()
      let (others, continuation) = AsyncStream.makeStream(of: Int.self)
      stage.read("other", .lenient) {
        let handle = source.addListener { value, _ in
          if let value { continuation.yield(value) }
        }
        continuation.onTermination = { _ in handle.remove() }
        return others
      }
      let ones = { () -> AsyncStream<Int> in
        let (ones, own) = AsyncStream.makeStream(of: Int.self)
        let handle = source.addListener { value, _ in if let value { own.yield(value) } }
        own.onTermination = { _ in
          handle.remove()
          continuation.finish()
        }
        return ones
      }
      stage.read("one", .lenient, open: ones).cancel()
    }
    #expect(failure.rule == "isolation.cancel-one-spares-others")
  }

  @Test("makes a long schedule small, until each departure in it is needed")
  func smallSchedule() throws {
    let failure = try failure(of: 500) { stage in
      let station = FakeListener<Double>(on: stage)
      for number in 1...4 {
        stage.read("bystander-\(number)", station.handmade(), .lenient)
      }
      let reader = stage.read("reader", station.handmade(.checksUnlocksAndAdds), .lenient)
      stage.race { station.send(1) }
      stage.race { reader.cancel() }
      stage.race { station.send(2) }
    }
    let text = try #require(failure.schedule)
    let schedule = try Schedule(parsing: text)
    #expect(schedule.departures.map(\.run.description) == ["stimulus.race#2"])
  }
}
