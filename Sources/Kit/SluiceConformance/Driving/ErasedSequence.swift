import SluiceSimulation
public import SluiceSpies

/// A sequence under test without its types: it makes iterators whose elements are projected to
/// values, and whose errors to those that they stand for.
public struct ErasedSequence {
  /// Whether its consumers drop their iterators with the end, as their listeners go with those.
  package var isLeftAtItsEnd = false
  /// Whether its iterator reads the stream itself, with the first `next()`.
  let isOpenedByItsIterator: Bool
  /// Whether the elements themselves are handed to a test, which may keep them.
  let handsOverElements: Bool
  private let makeBase: (ConsumerOptions, OperatorWatch) -> ErasedIterator

  /// The sequence without its types.
  ///
  /// - Parameters:
  ///   - base: The sequence; the erased one holds it.
  ///   - project: How an element is written in scenarios and in the log.
  ///   - error: The source's error that an error of the sequence stands for, which is written in
  ///     the log in its stead.
  ///   - receive: Told of each element that `next()` hands to the consumer, once it is there; nil
  ///     if nobody wants the elements themselves.
  public init<Base: AsyncSequence & SendableMetatype>(
    _ base: Base, project: @escaping (Base.Element) -> Value,
    error: @escaping (Base.Failure) -> any Error = { error in error },
    receive: ((Base.Element) -> Void)? = nil
  ) {
    isOpenedByItsIterator = base is any OpenedByItsIterator
    handsOverElements = receive != nil
    makeBase = { options, watch in
      OperatorChain(
        options: options, project: project,
        record: { thrown in
          // Operators throw what the base threw, but their types don't say so.
          Failure((thrown as? Base.Failure).map(error) ?? thrown)
        }, receive: receive, watch: watch
      ).makeIterator(of: base)
    }
  }

  /// A new iterator.
  ///
  /// - Parameters:
  ///   - options: The consumer's, of which the operators count.
  ///   - watch: What is told of what the operators do.
  /// - Returns: The iterator, which holds nothing but the base's own iterator and the projection.
  func makeIterator(_ options: ConsumerOptions, _ watch: OperatorWatch) -> ErasedIterator {
    let iterator = makeBase(options, watch)
    iterator.isLeftAtItsEnd = isLeftAtItsEnd || options.leavesAtEnd
    return iterator
  }
}

/// A sequence that stands for a stream which its iterator reads.
package protocol OpenedByItsIterator {}

/// An iterator without its types.
class ErasedIterator {
  /// Whether its consumer drops it with the end.
  final var isLeftAtItsEnd = false

  /// The base's answer to `next()`.
  nonisolated(nonsending) func next() async -> Event.Output {
    preconditionFailure("an erased iterator is always a typed one")
  }
}

/// An iterator whose elements and errors are projected.
final class TypedIterator<Base: AsyncIteratorProtocol>: ErasedIterator {
  private var base: Base
  private let project: (Base.Element) -> Value
  private let record: (any Error) -> Failure
  private let receive: ((Base.Element) -> Void)?

  init(
    _ base: Base, project: @escaping (Base.Element) -> Value,
    record: @escaping (any Error) -> Failure, receive: ((Base.Element) -> Void)?
  ) {
    self.base = base
    self.project = project
    self.record = record
    self.receive = receive
  }

  nonisolated(nonsending) override func next() async -> Event.Output {
    do {
      SubjectAllocations.enter()
      // Wherever `next()` has suspended, the job that answers is still in the subject's frames.
      defer { SubjectAllocations.leave() }
      guard let element = try await base.next(isolation: #isolation) else { return .end }
      SubjectAllocations.leave()
      receive?(element)
      return .element(project(element).detached)
    } catch {
      return .failure(record(error))
    }
  }
}

/// What the driver wants to know of the operators before they act on it.
struct OperatorWatch {
  /// Told of each element that an operator keeps to itself.
  let onPassedOver: (Value) -> Void
  /// Told of the element that ends `first(where:)`.
  let onFound: (Value) -> Void
}

/// The operators of the standard library between a sequence and its consumer, in this order: map,
/// filter, prefix, first.
struct OperatorChain<Element> {
  let options: ConsumerOptions
  let project: (Element) -> Value
  let record: (any Error) -> Failure
  let receive: ((Element) -> Void)?
  let watch: OperatorWatch

  /// An iterator of a sequence with the operators that the consumer wants.
  func makeIterator<Base: AsyncSequence & SendableMetatype>(of base: Base) -> ErasedIterator
  where Base.Element == Element {
    options.isMapped ? filtered(base.map { element in element }) : filtered(base)
  }

  private func filtered<Base: AsyncSequence & SendableMetatype>(_ base: Base) -> ErasedIterator
  where Base.Element == Element {
    guard let isWanted = options.filter else { return cut(base) }
    let chain = SimulationConfined(self)
    return cut(base.filter { element in chain.value.isPassedOn(element, isWanted) })
  }

  private func cut<Base: AsyncSequence & SendableMetatype>(_ base: Base) -> ErasedIterator
  where Base.Element == Element {
    guard let length = options.prefix else { return searched(base) }
    return searched(base.prefix(length))
  }

  private func searched<Base: AsyncSequence & SendableMetatype>(_ base: Base) -> ErasedIterator
  where Base.Element == Element {
    guard let isWanted = options.first else {
      return TypedIterator(
        base.makeAsyncIterator(), project: project, record: record, receive: receive)
    }
    return FirstIterator(base, project: project, record: record, receive: receive) { element in
      let isFound = isPassedOn(element, isWanted)
      if isFound { found(element) }
      return isFound
    }
  }

  private func found(_ element: Element) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    watch.onFound(project(element).detached)
  }

  private func isPassedOn(_ element: Element, _ isWanted: (Value) -> Bool) -> Bool {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    let value = project(element)
    let isPassedOn = isWanted(value)
    if !isPassedOn { watch.onPassedOver(value.detached) }
    return isPassedOn
  }
}

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
      SubjectAllocations.enter()
      defer { SubjectAllocations.leave() }
      guard let element = try await search(base) else { return .end }
      SubjectAllocations.leave()
      receive?(element.value)
      return .element(project(element.value).detached)
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
