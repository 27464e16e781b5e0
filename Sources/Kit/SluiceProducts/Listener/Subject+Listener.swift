public import FakeListener
public import SluiceConformance
package import SluiceSpies

extension Subject {
  /// A stream of one's own over a scripted listener.
  ///
  /// ```swift
  /// Subject("weather", over: .listener(Double.self), traits: .asyncStream) { source in
  ///   WeatherStation(source).temperatures
  /// }
  /// ```
  /// - Parameters:
  ///   - name: The stream's name.
  ///   - elements: What the elements of the source are.
  ///   - traits: What the stream declares of itself.
  ///   - element: The element of the source that an element of the stream stands for.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream from the source: makes a fake of the API that it is over, and the
  ///     stream over that.
  public init<Element, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits = Traits(),
    element: @escaping @Sendable (Base.Element) -> Element,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (FakeListener<Element>) throws -> Base
  ) {
    self.init(
      name, over: elements, traits: traits, element: element, error: error,
      opening: { source, _ in try open(source) })
  }

  /// A stream of one's own over a scripted listener whose elements it hands on as they are.
  ///
  /// - Parameters:
  ///   - name: The stream's name.
  ///   - elements: What the elements of the source are.
  ///   - traits: What the stream declares of itself.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream from the source.
  public init<Element, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits = Traits(),
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (FakeListener<Element>) throws -> Base
  ) where Base.Element == Element {
    self.init(
      name, over: elements, traits: traits, element: { element in element }, error: error,
      opening: { source, _ in try open(source) })
  }

  /// A stream of one's own that is opened with `await`, within the task that reads it.
  ///
  /// Each iteration opens it anew, with its first call of `next()`: so it declares that it adds its
  /// listener then, that iterations are independent and that nothing is held.
  /// - Parameters:
  ///   - name: The stream's name.
  ///   - elements: What the elements of the source are.
  ///   - traits: What the stream declares of itself besides that.
  ///   - element: The element of the source that an element of the stream stands for.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream from the source.
  public init<Element, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits = Traits(),
    element: @escaping @Sendable (Base.Element) -> Element,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    openingLater open:
      @escaping @Sendable (FakeListener<Element>) async throws -> Base
  ) {
    let declared = traits.with { traits in
      traits.registration = .firstNext
      traits.iterators = .independent
      traits.releasesWhileHeld = true
    }
    self.init(
      name, over: elements, traits: declared, element: element,
      error: { thrown in (thrown as? Base.Failure).map(error) ?? thrown },
      opening: { source, _ in LateSequence { try await open(source) } })
  }

  /// A stream over a scripted listener, which may be asked to pass on to add what it is read with.
  package init<Element, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits = Traits(),
    passesOptions: Bool = false, element: @escaping @Sendable (Base.Element) -> Element,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    opening open: @escaping @Sendable (FakeListener<Element>, ListenerOptions) throws -> Base
  ) {
    self.init(
      name, over: elements, traits: traits, passesOptions: passesOptions, element: element,
      error: error, openingOver: { source, options in try open(source.source, options) })
  }

  /// A stream over the source of a run, with what else the run has.
  init<Element, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits,
    passesOptions: Bool = false, element: @escaping @Sendable (Base.Element) -> Element,
    error: @escaping @Sendable (Base.Failure) -> any Error,
    openingOver open:
      @escaping @Sendable (TypedListenerSource<Element>, ListenerOptions) throws -> Base
  ) {
    let stream = ListenerProduct.values
    self.init(
      name, stream: stream.name, traits: traits, lacking: elements.absent,
      failsByType: Base.Failure.self != Never.self, wants: elements,
      asking: passesOptions ? stream.asking : nil
    ) { fixture, arguments throws(SubjectError) in
      let (source, options) = try stream.source(in: fixture, arguments)
      guard let typed = source as? TypedListenerSource<Element> else {
        throw .wrongFixture(stream: stream.name, expected: "FakeListener<\(Element.self)>")
      }
      let table = typed.table
      do {
        return ErasedSequence(
          try open(typed, options), project: { output in table.value(of: element(output)) },
          error: error)
      } catch {
        throw .badArgument("\(error)")
      }
    }
  }

  /// A stream over a scripted listener whose elements can be seen to die, read with the options
  /// that it has to pass to add.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - traits: What it declares of itself.
  ///   - lacking: The abilities that the source lacks.
  ///   - error: The source's error that an error of the stream stands for.
  ///   - open: Reads the stream from the source.
  /// - Returns: The subject.
  package static func overListener<Base: AsyncSequence & SendableMetatype>(
    _ name: String, traits: Traits = Traits(), lacking: Set<SourceAbility> = [],
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (FakeListener<SentinelElement>, ListenerOptions) -> Base
  ) -> Subject where Base.Element == SentinelElement {
    Subject(
      name, over: .sentinels.lacking(lacking), traits: traits, passesOptions: true,
      element: { element in element }, error: error, opening: open)
  }
}

/// A sequence that is opened by each iteration, with its first call of `next()`.
private struct LateSequence<Base: AsyncSequence & SendableMetatype>: AsyncSequence, Sendable {
  let open: @Sendable () async throws -> Base

  func makeAsyncIterator() -> Iterator {
    Iterator(open: open)
  }

  struct Iterator: AsyncIteratorProtocol {
    let open: @Sendable () async throws -> Base
    var base: Base.AsyncIterator?

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Base.Element? {
      if base == nil { base = try await open().makeAsyncIterator() }
      return try await base?.next(isolation: actor)
    }
  }
}
