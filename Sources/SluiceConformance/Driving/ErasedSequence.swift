public import SluiceSpies

/// A sequence under test without its types: it makes iterators whose elements are projected to
/// values.
public struct ErasedSequence {
  private let makeBase: (_ prefix: Int?) -> ErasedIterator

  /// The sequence without its types.
  ///
  /// - Parameters:
  ///   - base: The sequence; the erased one holds it.
  ///   - project: How an element is written in scenarios and in the log.
  public init<Base: AsyncSequence>(
    _ base: Base, project: @escaping (Base.Element) -> Value
  ) {
    makeBase = { prefix in
      guard let prefix else {
        return TypedIterator(base.makeAsyncIterator(), project: project)
      }
      return TypedIterator(base.prefix(prefix).makeAsyncIterator(), project: project)
    }
  }

  /// A new iterator.
  ///
  /// - Parameter prefix: How many elements `prefix(_:)` lets through; nil goes without the
  ///   operator.
  /// - Returns: The iterator, which holds nothing but the base's own iterator and the projection.
  func makeIterator(prefix: Int?) -> ErasedIterator {
    makeBase(prefix)
  }
}

/// An iterator without its types.
class ErasedIterator {
  /// The base's answer to `next()`.
  nonisolated(nonsending) func next() async -> Event.Output {
    preconditionFailure("an erased iterator is always a typed one")
  }
}

private final class TypedIterator<Base: AsyncIteratorProtocol>: ErasedIterator {
  private var base: Base
  private let project: (Base.Element) -> Value

  init(_ base: Base, project: @escaping (Base.Element) -> Value) {
    self.base = base
    self.project = project
  }

  nonisolated(nonsending) override func next() async -> Event.Output {
    do {
      guard let element = try await base.next(isolation: #isolation) else { return .end }
      return .element(project(element))
    } catch {
      return .failure(Failure(error))
    }
  }
}
