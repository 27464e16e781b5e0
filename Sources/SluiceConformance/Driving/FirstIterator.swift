import SluiceSimulation
import SluiceSpies

/// What asks a sequence once for its first element of a kind, and then has nothing more.
///
/// It holds the sequence until it asks, and the call holds it until it answers, as a call of
/// `first(where:)` in an app does.
final class FirstIterator<Base: AsyncSequence & SendableMetatype>: ErasedIterator {
  private var base: Base?
  private let project: (Base.Element) -> Value
  private let record: (any Error) -> Failure
  private let receive: ((Base.Element) -> Void)?
  private let isWanted: (Base.Element) -> Bool

  init(
    _ base: Base, project: @escaping (Base.Element) -> Value,
    record: @escaping (any Error) -> Failure, receive: ((Base.Element) -> Void)?,
    where isWanted: @escaping (Base.Element) -> Bool
  ) {
    self.base = base
    self.project = project
    self.record = record
    self.receive = receive
    self.isWanted = isWanted
  }

  nonisolated(nonsending) override func next() async -> Event.Output {
    guard let base = base.take() else { return .end }
    do {
      guard let element = try await search(base) else { return .end }
      receive?(element.value)
      return .element(project(element.value))
    } catch {
      return .failure(record(error))
    }
  }

  // A function of its own: with the call inside `do`, Swift 6.3.1 crashes.
  private nonisolated(nonsending) func search(
    _ base: Base
  ) async throws -> SimulationConfined<Base.Element>? {
    let isWanted = SimulationConfined(isWanted)
    return try await ConfinedSequence(base).first { element in isWanted.value(element.value) }
  }
}

/// A sequence that the compiler lets through to `first(where:)`, which leaves the caller's actor.
private struct ConfinedSequence<Base: AsyncSequence & SendableMetatype>: AsyncSequence, Sendable {
  typealias Element = SimulationConfined<Base.Element>

  private let base: SimulationConfined<Base>

  init(_ base: Base) {
    self.base = SimulationConfined(base)
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.value.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Element? {
      try await base.next(isolation: actor).map { element in SimulationConfined(element) }
    }
  }
}
