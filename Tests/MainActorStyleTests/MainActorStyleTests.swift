import SluiceTesting
import Testing

/// A model as an app has it, in a target whose default isolation is the main actor.
final class Thermometer {
  private let source: FakeListener<Int>
  private(set) var history: [Int] = []

  init(_ source: FakeListener<Int>) {
    self.source = source
  }

  var degrees: AsyncStream<Int> { makeDegrees(source) }

  func note(_ degrees: [Int]) { history += degrees.sorted { left, right in left < right } }
}

/// The stream under test: also what a subject opens, which no actor does.
nonisolated func makeDegrees(_ source: FakeListener<Int>) -> AsyncStream<Int> {
  AsyncStream { continuation in
    let handle = source.addListener(
      .value({ degrees in continuation.yield(degrees) }, onFinish: { continuation.finish() }))
    continuation.onTermination = { _ in handle.remove() }
  }
}

let waitingCase = "listener/cancellation/waiting/a waiting consumer is cancelled"

private let traits: Traits = .asyncStream.with { traits in
  traits.canFail = false
  traits.ambiguousEvent = .yields
}

func makeSubject() -> Subject {
  Subject("degrees", over: .listener(Int.self), traits: traits) { source in makeDegrees(source) }
}

@Suite("A target whose default isolation is the main actor")
struct MainActorStyleTests {
  @Test("simulates its own classes", arguments: [TestSchedules.canonical, .sampled(20)])
  func simulates(schedules: TestSchedules) throws {
    try simulate(schedules: schedules, traits: traits) { stage in
      let source = FakeListener<Int>(on: stage)
      let thermometer = Thermometer(source)
      let reader = stage.read("reader", thermometer.degrees)
      for degrees in [1, 2].map({ degrees in degrees * 2 }) {
        source.send(degrees)
        reader.expect(degrees)
      }
      stage.race { thermometer.note([3, 1, 2]) }
      Task { thermometer.note([[4].map { degrees in degrees }[0]]) }
      stage.settle()
      stage.expect(thermometer.history.contains { degrees in degrees == 4 })
      stage.during(.remove) { thermometer.note([5].filter { degrees in degrees > 0 }) }
      reader.cancel()
      stage.expect(thermometer.history.count == 5)
    }
  }

  @Test("checks the conformance of its streams, in a second process and in this one")
  func conforms() async throws {
    for isolation in [ConformanceIsolation.process, .none] {
      let summary = try await expectConformance(
        of: makeSubject(), only: waitingCase, schedules: 4, level: .should, isolation: isolation)
      #expect(summary.cases == 1)
      #expect(summary.failed == 0)
    }
  }
}
