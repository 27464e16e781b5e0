public import FakeListener
public import SluiceConformance

extension Subject {
  /// A stream of one's own that an object hands out: a manager or a hub over a scripted listener.
  ///
  /// The object is made once for each run, when its first stream is opened, and every stream of the
  /// run is opened from it. It is let go of with the source, so that the rules of memory judge what
  /// it keeps alive, and earlier where a case drops the streams' owner: ``Traits/owner`` says what
  /// becomes of a stream then. A global object would outlive its runs, and carry over what it holds
  /// from one to the next.
  ///
  /// ```swift
  /// Subject("prices", over: .listener(Double.self), making: PriceManager.init) { manager in
  ///   manager.prices
  /// }
  /// ```
  /// - Parameters:
  ///   - name: The stream's name.
  ///   - elements: What the elements of the source are.
  ///   - traits: What the stream declares of itself.
  ///   - make: Makes the object over the source of the run.
  ///   - element: The element of the source that an element of the stream stands for.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream from the object.
  public init<Element, Made, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits = Traits(),
    making make: @escaping @Sendable (FakeListener<Element>) throws -> Made,
    element: @escaping @Sendable (Base.Element) -> Element,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (Made) throws -> Base
  ) {
    let maker = ListenerObjectMaker(make: make)
    let traits = traits.with { traits in
      if traits.owner == .none { traits.owner = .kept }
    }
    self.init(
      name, over: elements, traits: traits, element: element, error: error,
      openingOver: { source, _ in try open(source.object(by: maker)) })
  }

  /// A stream of one's own that an object hands out, with the elements of its source as they are.
  ///
  /// - Parameters:
  ///   - name: The stream's name.
  ///   - elements: What the elements of the source are.
  ///   - traits: What the stream declares of itself.
  ///   - make: Makes the object over the source of the run, once for each run.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream from the object.
  public init<Element, Made, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits = Traits(),
    making make: @escaping @Sendable (FakeListener<Element>) throws -> Made,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (Made) throws -> Base
  ) where Base.Element == Element {
    self.init(
      name, over: elements, traits: traits, making: make, element: { element in element },
      error: error, open: open)
  }
}

/// What makes the object of a run that hands out its streams; a subject has one.
final class ListenerObjectMaker<Element: Sendable, Made>: Sendable {
  let make: @Sendable (FakeListener<Element>) throws -> Made

  init(make: @escaping @Sendable (FakeListener<Element>) throws -> Made) {
    self.make = make
  }
}
