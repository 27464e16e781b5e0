import SluiceSpies

/// An iterator without its types.
class ErasedIterator {
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
      guard let element = try await base.next(isolation: #isolation) else { return .end }
      receive?(element)
      return .element(project(element))
    } catch {
      return .failure(record(error))
    }
  }
}
