package import FakeListener
package import SluiceConformance
import SluiceSpies

extension Subject {
  /// The product stream that every subject over a scripted listener implements.
  package static var listenerStream: String { "listener.values" }

  /// A subject over a scripted listener, read with one optional argument, `options`, which it has
  /// to pass to add.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - traits: What it declares of itself.
  ///   - open: Reads the stream from the source.
  /// - Returns: The subject; opening it throws `SubjectError` for any other argument.
  package static func overListener<Base: AsyncSequence & SendableMetatype>(
    _ name: String, traits: Traits = Traits(),
    open: @escaping @Sendable (FakeListener<SentinelElement>, ListenerOptions) -> Base
  ) -> Subject where Base.Element == SentinelElement {
    Subject(
      name, stream: listenerStream, traits: traits,
      open: { (fixture: ListenerFixture, arguments) throws(SubjectError) in
        open(fixture.listener, try ListenerOptions(arguments))
      },
      project: { element in element.projected },
      asking: { arguments in
        arguments.first { argument in argument.label == "options" }?.value
      })
  }
}

extension ListenerOptions {
  fileprivate init(_ arguments: [Value.Argument]) throws(SubjectError) {
    var options = ListenerOptions.none
    for argument in arguments {
      guard argument.label == "options" else {
        let label = argument.label.map { label in "'\(label)'" } ?? "without a label"
        throw .badArgument("\(Subject.listenerStream) has no argument \(label), only 'options'")
      }
      options.value = argument.value
    }
    self = options
  }
}
