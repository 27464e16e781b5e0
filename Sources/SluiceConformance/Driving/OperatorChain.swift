import SluiceSimulation
import SluiceSpies

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
      if isFound { watch.onFound(project(element)) }
      return isFound
    }
  }

  private func isPassedOn(_ element: Element, _ isWanted: (Value) -> Bool) -> Bool {
    let value = project(element)
    let isPassedOn = isWanted(value)
    if !isPassedOn { watch.onPassedOver(value) }
    return isPassedOn
  }
}
