import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceText
import Testing

/// A stream that removes when its iterator says so, some time after what ended it.
private struct LateStream {
  /// What it awaits before it removes; true if it removes at all.
  let pause: @Sendable () async -> Bool

  func subject(_ name: String, _ removal: Traits.Removal) -> Subject {
    let traits = Traits.asyncThrowingStreamPerIterator.with { traits in traits.removal = removal }
    return .overListener(name, traits: traits) { source, options in
      StreamOfEachIterator {
        AsyncThrowingStream { continuation in
          let handle = source.addEventListener(options: options) { event in
            switch event {
            case .value(let element): continuation.yield(element)
            case .failure(let error), .both(_, let error): continuation.finish(throwing: error)
            case .finish: continuation.finish()
            case .nothing: return
            }
          }
          continuation.onTermination = { _ in
            Task { if await pause() { handle.remove() } }
          }
        }
      }
    }
  }

  static let hop = LateStream {
    for _ in 0..<3 { await Task.yield() }
    return true
  }
  static let never = LateStream { false }
  static let fiftyMilliseconds = LateStream {
    try? await Task.sleep(for: .milliseconds(50))
    return true
  }
}

private struct StreamOfEachIterator: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Stream = AsyncThrowingStream<SentinelElement, any Error>

  let makeStream: @Sendable () -> Stream

  init(_ makeStream: @escaping @Sendable () -> Stream) {
    self.makeStream = makeStream
  }

  func makeAsyncIterator() -> Stream.AsyncIterator { makeStream().makeAsyncIterator() }
}

@Suite("Settled stream")
struct SettledStreamTests {
  /// Where an iteration is over, and the rule that says so of a listener which stays.
  private static let endings: [(situation: String, rule: String)] = [
    ("cancel-while-waiting", "cancellation.suspended-removes"),
    ("cancel-while-waiting-on-main", "cancellation.suspended-removes"),
    ("cancel-while-busy", "cancellation.busy-removes"),
    ("cancel-with-values-buffered", "cancellation.busy-removes"),
    ("cancelled-already", "registration.precancelled-balanced"),
    ("error-while-waiting", "errors.removes-listener"),
    ("error-of-a-held-sequence", "errors.removes-listener"),
  ]

  private func primary(
    _ stream: LateStream, _ removal: Traits.Removal, in situation: String
  ) throws -> [String] {
    try #require(Situation.named(situation)).run(stream.subject("late", removal)).judge()
      .primaryViolations.map { judgement in judgement.ruleID }
  }

  @Test(
    "breaks no rule where it removes a step late, and says so", arguments: endings.map(\.situation))
  func settled(_ situation: String) throws {
    #expect(try primary(.hop, .settled, in: situation) == [])
  }

  @Test("that says nothing breaks a rule of its own", arguments: endings.map(\.situation))
  func undeclared(_ situation: String) throws {
    let broken = try primary(.hop, .synchronous, in: situation)
    #expect(
      broken == ["teardown.removal-declared"] || broken == ["cancellation.removed-before-end"])
  }

  @Test("is caught where it never removes, or later, by the same rule as any", arguments: endings)
  func leaking(_ situation: String, _ rule: String) throws {
    for removal in Traits.Removal.allCases {
      #expect(try primary(.never, removal, in: situation).contains(rule), "\(removal)")
      let late = try primary(.fiftyMilliseconds, removal, in: situation)
      // A listener that goes with its iterator has outlived it besides, where it came to an error.
      let other = removal == .withIterator ? "teardown.released-while-held" : nil
      #expect(late.filter { broken in broken != other } == [rule], "\(removal)")
    }
  }
}
