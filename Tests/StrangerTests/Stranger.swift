import SluiceTesting
import Testing

/// A right stream in a shape that people write, and its twin that leaks under the same declaration.
struct Stranger: Sendable, CustomTestStringConvertible {
  let name: String
  /// The stream.
  let stream: Subject
  /// The same stream with its bug.
  let twin: Subject
  /// The rule that the twin breaks.
  let rule: String

  /// A stream that is opened at once.
  ///
  /// - Parameters:
  ///   - name: The name of the stream.
  ///   - elements: The elements of the source, and the abilities that the source lacks.
  ///   - traits: The traits that the stream declares.
  ///   - rule: The rule that the twin breaks.
  ///   - element: The element of the source for an element of the stream.
  ///   - error: The error of the source for an error of the stream.
  ///   - open: Reads the stream from the source, with its bug if `leaks` is true.
  init<Element, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits,
    twinBreaks rule: String, element: @escaping @Sendable (Base.Element) -> Element,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (_ source: FakeListener<Element>, _ leaks: Bool) -> Base
  ) {
    let subject = { (name: String, leaks: Bool) in
      Subject(name, over: elements, traits: traits, element: element, error: error) { source in
        open(source, leaks)
      }
    }
    self.init(
      name, stream: subject(name, false), twin: subject("\(name)-leaks", true), rule: rule)
  }

  /// A stream that is opened at once and hands on the elements of its source.
  init<Element, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits,
    twinBreaks rule: String,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (_ source: FakeListener<Element>, _ leaks: Bool) -> Base
  ) where Base.Element == Element {
    self.init(
      name, over: elements, traits: traits, twinBreaks: rule, element: { element in element },
      error: error, open: open)
  }

  /// A stream that is opened with `await` by each iteration.
  static func awaited<Element, Base: AsyncSequence & SendableMetatype>(
    _ name: String, over elements: ListenerElements<Element>, traits: Traits,
    twinBreaks rule: String,
    open: @escaping @Sendable (_ source: FakeListener<Element>, _ leaks: Bool) async -> Base
  ) -> Stranger where Base.Element == Element {
    let subject = { (name: String, leaks: Bool) in
      Subject(
        name, over: elements, traits: traits, element: { (element: Element) in element },
        openingLater: { source in await open(source, leaks) })
    }
    return Stranger(
      name, stream: subject(name, false), twin: subject("\(name)-leaks", true), rule: rule)
  }

  private init(_ name: String, stream: Subject, twin: Subject, rule: String) {
    self.name = name
    self.stream = stream
    self.twin = twin
    self.rule = rule
  }

  var testDescription: String { name }
}
