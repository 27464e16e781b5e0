import FakeListener
import Synchronization

/// Breaks `memory.churn-flat`: it has room for the handles of nine iterations, and what comes later
/// is never removed.
enum FaultyLeaksFromTheTenthOn {
  static let subject = FaultySubject.over(
    "leaks-from-the-tenth-on", breaks: "memory.churn-flat", in: "iterated-many-times"
  ) { source, options in
    CountingSequence(
      right: HandwrittenSequence(source: source, options: options),
      leaking: HandwrittenSequence(source: source, options: options))
  }

  enum Right: HandwrittenSteps {}

  enum Leaking: HandwrittenSteps {
    static func cancel(_ state: inout State) -> Effects {
      var effects = state.cancel()
      effects.removed = nil
      return effects
    }

    static func drop(_ state: inout State) -> Effects {
      cancel(&state)
    }
  }
}

/// Sequences that count their iterators.
private final class CountingSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  /// How many iterators are right.
  private static let room = 9

  private let right: HandwrittenSequence<FaultyLeaksFromTheTenthOn.Right>
  private let leaking: HandwrittenSequence<FaultyLeaksFromTheTenthOn.Leaking>
  private let made = Mutex(0)

  init(
    right: HandwrittenSequence<FaultyLeaksFromTheTenthOn.Right>,
    leaking: HandwrittenSequence<FaultyLeaksFromTheTenthOn.Leaking>
  ) {
    self.right = right
    self.leaking = leaking
  }

  func makeAsyncIterator() -> Iterator {
    let number = made.withLock { made in
      made += 1
      return made
    }
    return number > Self.room
      ? .leaking(leaking.makeAsyncIterator()) : .right(right.makeAsyncIterator())
  }

  enum Iterator: AsyncIteratorProtocol {
    case right(HandwrittenIterator<FaultyLeaksFromTheTenthOn.Right>)
    case leaking(HandwrittenIterator<FaultyLeaksFromTheTenthOn.Leaking>)

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      switch self {
      case .right(let iterator): try await iterator.next(isolation: actor)
      case .leaking(let iterator): try await iterator.next(isolation: actor)
      }
    }
  }
}
