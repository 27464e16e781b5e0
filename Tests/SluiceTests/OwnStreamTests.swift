import Sluice
import Testing

extension FakeListener<Int> {
  /// A stream as its author wrote it, with the clean-up that is so easily forgotten.
  fileprivate var values: AsyncThrowingStream<Int, any Error> {
    stream { handle in handle.remove() }
  }

  /// The same stream without it.
  fileprivate var leakyValues: AsyncThrowingStream<Int, any Error> {
    stream { _ in }
  }

  private func stream(
    cleanUp: @escaping @Sendable (ListenerHandle) -> Void
  ) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      do {
        let handle = try self.addListener { value, error in
          if let value { continuation.yield(value) } else { continuation.finish(throwing: error) }
        }
        continuation.onTermination = { _ in cleanUp(handle) }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

@Suite("A stream of one's own")
struct OwnStreamTests {
  /// What a user writes: a stage, a fake, what happens, and the rules' judgements.
  private static func judge(
    _ stream: (FakeListener<Int>) -> AsyncThrowingStream<Int, any Error>
  ) throws -> [Judgement] {
    try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      var source: FakeListener? = FakeListener<Int>(in: simulation, spy: stage.spy) { element in
        .integer(Int64(element))
      }
      if let source {
        let consumer = try stage.start("reader") {
          ErasedSequence(stream(source)) { element in .integer(Int64(element)) }
        }
        #expect(stage.settle() == nil)
        source.send(1)
        #expect(stage.settle() == nil)
        #expect(consumer.outputs.map(\.output) == [.element(.integer(1))])
        try stage.cancel("reader")
        #expect(stage.settle() == nil)
      }
      #expect(stage.playEpilogue() == nil)
      #expect(stage.conclude { source = nil } == nil)
      let traits = Traits().with { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.releasesWhileHeld = false
        traits.iterators = .single
      }
      return Rule.judge(Evidence(stage.log.entries, traits: traits))
    }
  }

  @Test("holds every rule on a cancel when it is right")
  func rightStream() throws {
    let judgements = try Self.judge { source in source.values }
    #expect(judgements.violations.map(\.rule.id) == [])
    #expect(
      judgements.contains { judgement in
        judgement.rule.id == "cancellation.suspended-removes" && judgement.verdict == .held
      })
  }

  @Test("is told which rule it breaks, and that alone, when it forgets to remove its listener")
  func leakyStream() throws {
    let judgements = try Self.judge { source in source.leakyValues }
    #expect(
      judgements.primaryViolations.map(\.rule.id) == ["cancellation.suspended-removes"])
  }
}
