import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSpies
import Testing

/// An interface with a callback for results and one for the end, of which a stream reads two.
protocol Probe<Sample>: Sendable {
  associatedtype Sample: Sendable

  func listen(
    _ body: @escaping @Sendable (Result<Sample, any Error>) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) -> ListenerHandle
}

/// Its fake, of which two are over one scripted source: each hears the elements of its own.
struct FakeProbe<Sample: Sendable>: Probe {
  let source: FakeListener<Sample>
  let isOwn: @Sendable (Sample) -> Bool

  func listen(
    _ body: @escaping @Sendable (Result<Sample, any Error>) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) -> ListenerHandle {
    source.addListener(.result(body, onFinish: onEnd).only(isOwn))
  }
}

/// The stream under test, which ends with the first of both.
func merged<Sample: Sendable>(
  _ first: some Probe<Sample>, _ second: some Probe<Sample>, removesSecond: Bool = true
) -> AsyncThrowingStream<Sample, any Error> {
  AsyncThrowingStream { continuation in
    let cleanUp = CleanUp()
    continuation.onTermination = { _ in cleanUp.run() }
    let take = { @Sendable (result: Result<Sample, any Error>) in
      if cleanUp.isOver { return }
      switch result {
      case .success(let sample): continuation.yield(sample)
      case .failure(let error): continuation.finish(throwing: error)
      }
    }
    let end = { @Sendable in if !cleanUp.isOver { continuation.finish() } }
    let handles = [first.listen(take, onEnd: end), second.listen(take, onEnd: end)]
    cleanUp.set { for handle in handles.prefix(removesSecond ? 2 : 1) { handle.remove() } }
  }
}

@Suite("Shape with two sources")
struct TwoSourcesShapeTests {
  static func subject(removesSecond: Bool = true) -> Subject {
    .overListener("merged", traits: .plain.with { traits in traits.listeners = 2 }) { source, _ in
      merged(
        FakeProbe(source: source) { sample in sample.isOfFirst },
        FakeProbe(source: source) { sample in !sample.isOfFirst }, removesSecond: removesSecond)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  @Test("has a stream found that leaves the second listener")
  func leaking() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(removesSecond: false), in: "cancel-while-waiting")
    #expect(broken == ["cancellation.suspended-removes"])
  }

  @Test("has each source hear its own elements, and both the end")
  func hearing() throws {
    try ShapeBench.perform { bench in
      let handles = [("even", true), ("odd", false)].map { name, isEven in
        bench.source.addListener(
          ListenerCallback.value(
            { value in bench.note("\(name) \(value)") },
            onFinish: { bench.note("\(name) ends") }
          ).only { value in value.isMultiple(of: 2) == isEven })
      }
      bench.source.send(1)
      bench.source.send(2)
      bench.source.finish()
      #expect(bench.notes == ["odd 1", "even 2", "even ends", "odd ends"])
      for handle in handles { handle.remove() }
    }
  }
}

extension SentinelElement {
  /// Whether the first of two sources has it: the even numbers are that one's.
  fileprivate var isOfFirst: Bool {
    if case .integer(let number) = value { number.isMultiple(of: 2) } else { true }
  }
}
