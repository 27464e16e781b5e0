import Dispatch
import Foundation
import Sluice
import Synchronization
import Testing

/// What only the main actor may touch.
@MainActor private final class Screen {
  var shown: [Int] = []

  func show(_ values: [Int]) { shown += values }
}

/// An error of a stream's own.
private struct OwnError: Error, Equatable {
  var codes: [Int]
}

@Suite("A simulated test on the main actor") @MainActor
struct MainActorTests {
  private let screen = Screen()

  @Test("gives closures to the standard library between its lines")
  func closures() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.handmade())
      for value in [1, 2].map({ value in value * 2 }) {
        source.send(value)
        reader.expect(value)
      }
      // swift-format-ignore: ReplaceForEachWithForLoop
      [3, 4].forEach { value in source.send(value) }
      for value in [3, 4] { reader.expect(value) }
      screen.show([3, 1, 2].sorted { left, right in left < right })
      stage.expect([1, 2].contains { value in value == 2 })
      stage.expect(screen.shown.allSatisfy { value in value > 0 })
      reader.cancel()
    }
    #expect(screen.shown == [1, 2, 3])
  }

  @Test("gives them from races, under every schedule", arguments: [TestSchedules.canonical, .all])
  func races(schedules: TestSchedules) throws {
    try simulate(schedules: schedules) { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.handmade(), .lenient)
      stage.race { for value in [1, 2].map({ value in value * 2 }) { source.send(value) } }
      stage.race { if [2, 1].sorted(by: { $0 < $1 }) == [1, 2] { reader.cancel() } }
      stage.race(after: .seconds(1)) { screen.show([1].filter { value in value > 0 }) }
    }
    #expect(screen.shown.allSatisfy { value in value == 1 })
    #expect(!screen.shown.isEmpty)
  }

  @Test("gives them from inside calls of the backend", arguments: [InjectionPoint.add, .remove])
  func during(point: InjectionPoint) throws {
    let tried = try simulate(schedules: 20) { stage in
      let source = FakeListener<Int>(on: stage)
      stage.during(point) { screen.show([1].map { value in value + 1 }) }
      stage.perform { screen.show([1].map { value in value + 2 }) }
      stage.read("reader", source.handmade()).cancel()
    }
    #expect(Set(screen.shown) == [2, 3])
    #expect(screen.shown.count == 2 * tried.runs)
  }

  @Test("starts tasks on the main actor, which run there")
  func tasks() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.handmade(), .onMain)
      stage.settle()
      Task {
        screen.show([1].map { value in value })
        source.send(1)
      }
      Task.detached { await self.screen.show([2]) }
      reader.expect(1)
      reader.cancel()
    }
    #expect(screen.shown.sorted() == [1, 2])
  }

  @Test("reads streams that the main actor has, and says how their elements are written")
  func reading() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read(
        "reader",
        as: { element in EventLog.Value(projecting: [element].map { element in element }[0]) },
        open: { [source].map { source in source.handmade() }[0] })
      let awaited = stage.read("awaited") { () async in
        await Task.yield()
        return [source].map { source in source.handmade() }[0]
      }
      source.send(1)
      reader.expect(where: { element in [1].contains { one in one == element } })
      awaited.expect(1)
      stage.perform {
        for reader in [reader, awaited].map({ reader in reader }) { reader.cancel() }
      }
    }
  }

  @Test("says what its errors stand for")
  func errors() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read(
        "reader",
        AsyncThrowingStream<Int, any Error> { continuation in
          let handle = source.addListener(
            .value(
              { value in continuation.yield(value) },
              onFailure: { _ in continuation.finish(throwing: OwnError(codes: [1, 2])) }))
          continuation.onTermination = { _ in handle.remove() }
        },
        .lenient, .declaring(.asyncThrowingStream),
        error: { error in
          let codes = (error as? OwnError)?.codes.map { code in code } ?? []
          return codes.isEmpty ? error : CocoaError(.fileNoSuchFile)
        })
      source.fail(CocoaError(.fileNoSuchFile))
      reader.expectError(OwnError(codes: [1, 2]))
    }
  }

  @Test("is on the main thread for whoever asks, and its events are not")
  func mainThread() throws {
    let asked = Mutex<[Bool]>([])
    try simulate { stage in
      func ask() {
        dispatchPrecondition(condition: .onQueue(.main))
        MainActor.assumeIsolated { screen.show([1]) }
        asked.withLock { asked in asked.append(Thread.isMainThread) }
      }
      ask()
      stage.perform { ask() }
      stage.race { ask() }
      DispatchQueue.global().async {
        asked.withLock { asked in asked.append(!Thread.isMainThread) }
        dispatchPrecondition(condition: .notOnQueue(.main))
      }
      stage.settle()
      ask()
    }
    #expect(asked.withLock { asked in asked } == [true, true, true, true, true])
  }

  @Test("throws what its closure throws, and fails as elsewhere")
  func failing() throws {
    #expect(throws: OwnError(codes: [1])) {
      try simulate { _ in throw OwnError(codes: [1].map { code in code }) }
    }
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate { stage in
        let source = FakeListener<Int>(on: stage)
        [source].map { source in stage.read("reader", source.handmade(.leaks)) }[0].cancel()
      }
    }
    #expect(failure?.rule == "cancellation.immediate")
  }

  @Test("goes on, as elsewhere, while one of its events waits")
  func waiting() throws {
    try simulate { stage in
      let gate = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { gate.wait() }
      stage.settle()
      stage.perform { for gate in [gate].map({ gate in gate }) { gate.signal() } }
      stage.settle()
    }
  }

  @Test("is played anew under the schedule that its failure shows")
  func replay() throws {
    let test = { (stage: TestStage) in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.handmade(.checksUnlocksAndAdds), .lenient)
      stage.race { for reader in [reader].map({ reader in reader }) { reader.cancel() } }
    }
    let failure = try #require(
      #expect(throws: SimulationFailure.self) { try simulate(schedules: .all, test) })
    let again = #expect(throws: SimulationFailure.self) {
      try simulate(schedule: failure.schedule ?? "", test)
    }
    #expect(again?.rule == failure.rule)
  }

  @Test("is simulated in async tests, too, between their suspensions")
  func suspending() async throws {
    await Task.yield()
    try simulate { _ in screen.show([1].map { value in value }) }
    await Task.yield()
    #expect(screen.shown == [1])
  }
}

/// An actor whose methods simulate.
private actor Recorder {
  private var recorded: [Int] = []

  func record() throws -> [Int] {
    try simulate(schedules: 20) { stage in
      let source = FakeListener<Int>(on: stage)
      self.recorded += [1].map { value in value }
      stage.during(.add) { self.recorded += [3].map { value in value } }
      let reader = stage.read("reader", source.handmade(), .lenient)
      stage.race { self.recorded += [2].map { value in value } }
      reader.cancel()
    }
    return recorded
  }
}

@Suite("A simulated test elsewhere")
struct OtherIsolationTests {
  @Test("keeps the isolation of an actor's method")
  func ofActor() async throws {
    let recorded = try await Recorder().record()
    #expect(Set(recorded) == [1, 2, 3])
  }
}
