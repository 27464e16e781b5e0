import SluiceSimulation
import Testing

enum Ambient {
  @TaskLocal static var value = 0
}

@Suite("Entry")
struct EntryTests {
  struct Failure: Error, Equatable {
    let code: Int
  }

  @Test("from a task without blocking its thread")
  func fromTask() async {
    let outcome = await Simulation().run { try? await Task.sleep(for: .seconds(1)) }
    #expect(outcome == .finished)
  }

  @MainActor
  @Test("from the main actor")
  func fromMainActor() async {
    let simulation = Simulation()
    let now = await simulation.perform { simulation in
      simulation.spawn("sleeper") { try? await Task.sleep(for: .seconds(1)) }
      _ = simulation.advance(to: Instant(nanoseconds: 3_000_000_000))
      return simulation.now
    }
    #expect(now == Instant(nanoseconds: 3_000_000_000))
  }

  @Test("passes on what the script throws")
  func throwing() async {
    await #expect(throws: Failure(code: 7)) {
      try await Simulation().perform { _ throws(Failure) in throw Failure(code: 7) }
    }
  }

  @Test("many at once: each has its own time, one after the other")
  func many() async {
    let counts = await withTaskGroup(of: Outcome.self) { group in
      for index in 0..<50 {
        group.addTask {
          await Simulation().run {
            try? await Task.sleep(for: .seconds(index))
            #expect(Simulation.current?.now == Instant.start.advanced(by: .seconds(index)))
          }
        }
      }
      return await group.reduce(into: 0) { count, outcome in
        count += outcome == .finished ? 1 : 0
      }
    }
    #expect(counts == 50)
  }

  @Test("hands task-local values on to what is started inside")
  func taskLocals() async {
    let seen = Record<Int>()
    await Ambient.$value.withValue(42) {
      await Simulation().perform { simulation in
        seen.append(Ambient.value)
        simulation.spawn("reader") {
          await Task.yield()
          seen.append(Ambient.value)
        }
        _ = simulation.settle()
        simulation.end()
      }
    }
    #expect(seen.all == [42, 42])
  }

  @Test("attributes an issue to the test that called")
  func issues() async {
    await withKnownIssue {
      _ = await Simulation().run { Issue.record("inside a simulation") }
    }
  }

  @Test("inside another simulation runs in place, with its own time")
  func nested() async {
    let outcome = await Simulation().run {
      try? await Task.sleep(for: .seconds(10))
      let outer = Simulation.current
      let inner = Simulation()
      let innerOutcome = await inner.run {
        #expect(Simulation.current === inner)
        #expect(inner.now == .start)
        try? await Task.sleep(for: .seconds(3))
        #expect(inner.now == Instant(nanoseconds: 3_000_000_000))
      }
      #expect(innerOutcome == .finished)
      #expect(Simulation.current === outer)
      #expect(outer?.now == Instant(nanoseconds: 10_000_000_000))
      try? await Task.sleep(for: .seconds(1))
      #expect(outer?.now == Instant(nanoseconds: 11_000_000_000))
    }
    #expect(outcome == .finished)
  }

  @Test("leaves no current simulation behind")
  func leaves() async {
    _ = await Simulation().run {}
    #expect(Simulation.current == nil)
  }
}
