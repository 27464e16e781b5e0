import Sluice
import Testing

extension FakeListener<Int> {
  /// The stream under test, as its author wrote it.
  fileprivate func values(removes: Bool = true) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      let handle = self.addListener { value, error in
        if let value { continuation.yield(value) } else { continuation.finish(throwing: error) }
      }
      if removes { continuation.onTermination = { _ in handle.remove() } }
    }
  }
}

@Suite("A stream of one's own")
struct OwnStreamTests {
  /// What such a stream does otherwise than the strictest.
  private let traits = Traits().with { traits in
    traits.registration = .access
    traits.iterators = .single
    traits.bufferOnCancel = .drains
    traits.releasesWhileHeld = false
  }

  @Test("holds every rule when its consumer is cancelled")
  func rightStream() throws {
    try simulate(traits: traits) { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.values())
      source.send(1)
      reader.expect(1)
      reader.cancel()
    }
  }

  @Test("holds every rule whenever its consumer is cancelled while it starts")
  func race() throws {
    let tried = try simulate(schedules: 500, traits: traits) { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.values())
      stage.race { reader.cancel() }
    }
    #expect(tried.distinct > 1)
  }

  @Test("breaks one rule when it forgets to remove its listener")
  func forgetfulStream() throws {
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(traits: traits) { stage in
        let source = FakeListener<Int>(on: stage)
        let reader = stage.read("reader", source.values(removes: false))
        source.send(1)
        reader.expect(1)
        reader.cancel()
      }
    }
    #expect(failure?.rule == "cancellation.suspended-removes")
  }
}
