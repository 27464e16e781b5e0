import Sluice
import Testing

/// What an app calls what can be wrong with a station.
private enum StationError: Error, Equatable {
  case offline(code: String)
  case closed
}

private struct Unavailable: Error {
  let code: String
}

extension FakeListener<Double> {
  /// The values as an app hands them on, with its own errors, of which one is for a cancel.
  fileprivate func readings(losing isLossy: Bool = false) -> Readings {
    Readings(source: self, isLossy: isLossy)
  }
}

private struct Readings: AsyncSequence {
  typealias Element = Double
  typealias Failure = StationError

  let source: FakeListener<Double>
  let isLossy: Bool

  func makeAsyncIterator() -> Iterator {
    Iterator(isLossy: isLossy, base: stream.makeAsyncIterator())
  }

  private var stream: AsyncThrowingStream<Double, any Error> {
    AsyncThrowingStream { continuation in
      let handle = source.addListener { value, error in
        if let value { continuation.yield(value) } else { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { _ in handle.remove() }
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    let isLossy: Bool
    var base: AsyncThrowingStream<Double, any Error>.Iterator
    var isOver = false

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StationError) -> Double? {
      do {
        if let value = try await base.next(isolation: actor) { return value }
      } catch {
        let code = (error as? Unavailable)?.code ?? "\(error)"
        throw .offline(code: isLossy ? "offline" : code)
      }
      if isOver { return nil }
      isOver = true
      if Task.isCancelled { throw .closed }
      return nil
    }
  }
}

@Suite("Own error")
struct OwnErrorTests {
  private static let traits = Traits.asyncThrowingStreamPerIterator.with { traits in
    traits.cancelOutcome = .throwsCancellation
  }

  private func meaning(of error: StationError) -> any Error {
    switch error {
    case .offline(let code): Unavailable(code: code)
    case .closed: CancellationError()
    }
  }

  @Test("is taken for the source's error that it stands for")
  func standsFor() throws {
    try simulate(traits: Self.traits) { stage in
      let source = FakeListener<Double>(on: stage)
      let one = stage.read("one", source.readings(), error: meaning)
      let other = stage.read("other", source.readings(), error: meaning)
      source.send(1)
      one.expect(1)
      other.expect(1)
      source.fail(Unavailable(code: "storm"))
      one.expectError(StationError.offline(code: "storm"))
      other.expectError(StationError.self)
    }
  }

  @Test("is blamed where nobody says what it stands for, and where the code is lost")
  func unsaid() throws {
    let unsaid = #expect(throws: SimulationFailure.self) {
      try simulate(traits: Self.traits) { stage in
        let source = FakeListener<Double>(on: stage)
        stage.read("reader", source.readings(), .lenient)
        source.fail(Unavailable(code: "storm"))
      }
    }
    #expect(unsaid?.rule == "errors.propagate-unchanged")
    let lost = #expect(throws: SimulationFailure.self) {
      try simulate(traits: Self.traits) { stage in
        let source = FakeListener<Double>(on: stage)
        stage.read("reader", source.readings(losing: true), .lenient, error: meaning)
        source.fail(Unavailable(code: "storm"))
      }
    }
    #expect(lost?.rule == "errors.propagate-unchanged")
  }

  @Test("ends a cancelled iteration where it stands for CancellationError")
  func cancelled() throws {
    try simulate(traits: Self.traits) { stage in
      let source = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", source.readings(), error: meaning)
      source.send(1)
      reader.expect(1)
      reader.cancel()
      reader.expectEnd()
    }
    let unsaid = #expect(throws: SimulationFailure.self) {
      try simulate(traits: Self.traits) { stage in
        let source = FakeListener<Double>(on: stage)
        let reader = stage.read("reader", source.readings())
        reader.cancel()
      }
    }
    #expect(unsaid?.rule == "cancellation.outcome-declared")
  }

  @Test("that the stream does not throw is not met")
  func otherError() throws {
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(traits: Self.traits) { stage in
        let source = FakeListener<Double>(on: stage)
        let reader = stage.read("reader", source.readings(), error: meaning)
        source.fail(Unavailable(code: "storm"))
        reader.expectError(StationError.offline(code: "fog"))
      }
    }
    #expect(failure?.rule == nil)
    let type = #expect(throws: SimulationFailure.self) {
      try simulate(traits: Self.traits) { stage in
        let source = FakeListener<Double>(on: stage)
        let reader = stage.read("reader", source.readings(), error: meaning)
        source.fail(Unavailable(code: "storm"))
        reader.expectError(Unavailable.self)
      }
    }
    #expect(type?.rule == nil)
  }
}
