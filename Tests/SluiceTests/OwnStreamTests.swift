import Sluice
import Testing

extension FakeListener<Int> {
  /// The stream under test, as its author wrote it.
  fileprivate func values(removes: Bool = true) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      do {
        let handle = try self.addListener { value, error in
          if let value { continuation.yield(value) } else { continuation.finish(throwing: error) }
        }
        if removes { continuation.onTermination = { _ in handle.remove() } }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

@Suite("A stream of one's own")
struct OwnStreamTests {
  /// Cancels a consumer that waits, and asks every rule of the catalogue what it says.
  private func judge(
    of open: (FakeListener<Int>) -> AsyncThrowingStream<Int, any Error>
  ) throws -> [Judgement] {
    let traits = Traits().with { traits in
      traits.registration = .access
      traits.iterators = .single
      traits.bufferOnCancel = .drains
      traits.releasesWhileHeld = false
    }
    return try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      let source = FakeListener<Int>(in: simulation, spy: stage.spy) { .integer(Int64($0)) }
      let reader = try stage.start("reader") {
        ErasedSequence(open(source)) { .integer(Int64($0)) }
      }
      try #require(stage.settle() == nil)
      source.send(1)
      try #require(stage.settle() == nil)
      #expect(reader.outputs.map(\.output) == [.element(.integer(1))])
      try stage.cancel("reader")
      try #require(stage.settle() == nil)
      try #require(stage.playEpilogue() == nil)
      return Rule.judge(Evidence(stage.log.entries, traits: traits))
    }
  }

  @Test("holds every rule when its consumer is cancelled")
  func rightStream() throws {
    let judgements = try judge { source in source.values() }
    #expect(judgements.violations.map(\.rule.id) == [])
  }

  @Test("breaks one rule when it forgets to remove its listener")
  func forgetfulStream() throws {
    let judgements = try judge { source in source.values(removes: false) }
    let broken = judgements.primaryViolations.map(\.rule.id)
    #expect(broken == ["cancellation.suspended-removes"])
  }
}
