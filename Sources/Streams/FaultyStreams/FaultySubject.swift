import FakeListener
package import SluiceConformance
import SluiceProducts

/// A stream that is wrong on purpose, with the rule that has to say so.
package struct FaultySubject: Sendable {
  /// The stream.
  package let subject: Subject
  /// The id of the rule that it breaks.
  package let rule: String
  /// The name of a situation in which it breaks that rule before any other.
  package let situation: String
}

extension FaultySubject {
  /// A faulty stream of any shape.
  ///
  /// - Parameters:
  ///   - name: The fault in words, which `faulty-` precedes in the subject's name.
  ///   - rule: The id of the rule that it breaks.
  ///   - situation: The name of a situation in which it breaks that rule.
  ///   - traits: What it declares where that is not what the reference streams declare.
  ///   - error: The source's error that an error of the stream stands for.
  ///   - open: Reads the stream from the source.
  /// - Returns: The stream with its rule.
  static func over<Base: AsyncSequence & SendableMetatype>(
    _ name: String, breaks rule: String, in situation: String,
    traits: (inout Traits) -> Void = { _ in },
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (FakeListener<SentinelElement>, ListenerOptions) -> Base
  ) -> FaultySubject where Base.Element == SentinelElement {
    FaultySubject(
      subject: .overListener(
        "faulty-\(name)", traits: Traits().with(traits), error: error, open: open),
      rule: rule, situation: situation)
  }

  /// A faulty stream that an object hands out, which is made once for each run.
  ///
  /// - Parameters:
  ///   - name: The fault in words, which `faulty-` precedes in the subject's name.
  ///   - rule: The id of the rule that it breaks.
  ///   - situation: The name of a situation in which it breaks that rule.
  ///   - make: Makes the object over the source of the run.
  ///   - open: Reads the stream from the object.
  /// - Returns: The stream with its rule.
  static func making<Made>(
    _ name: String, breaks rule: String, in situation: String,
    _ make: @escaping @Sendable (FakeListener<SentinelElement>) throws -> Made,
    open: @escaping @Sendable (Made) throws -> StreamPerIteration
  ) -> FaultySubject {
    FaultySubject(
      subject: Subject(
        "faulty-\(name)", over: .sentinels, traits: .asyncThrowingStreamPerIterator, making: make,
        open: open),
      rule: rule, situation: situation)
  }

  /// A faulty stream that is written by hand, with one step of its own.
  ///
  /// - Parameters:
  ///   - name: The fault in words, which `faulty-` precedes in the subject's name.
  ///   - steps: Its steps.
  ///   - rule: The id of the rule that it breaks.
  ///   - situation: The name of a situation in which it breaks that rule.
  ///   - traits: What it declares where that is not what the reference streams declare.
  /// - Returns: The stream with its rule.
  static func handwritten<Steps: HandwrittenSteps>(
    _ name: String, _ steps: Steps.Type, breaks rule: String, in situation: String,
    traits: (inout Traits) -> Void = { _ in }
  ) -> FaultySubject {
    over(name, breaks: rule, in: situation, traits: traits) { source, options in
      HandwrittenSequence<Steps>(source: source, options: options)
    }
  }

  /// A faulty stream that makes an `AsyncThrowingStream` for each iterator, which so drains its
  /// buffer when cancelled.
  ///
  /// - Parameters:
  ///   - name: The fault in words, which `faulty-` precedes in the subject's name.
  ///   - rule: The id of the rule that it breaks.
  ///   - situation: The name of a situation in which it breaks that rule.
  ///   - removal: How promptly it declares to remove.
  ///   - listen: Wires the source to the stream's continuation.
  /// - Returns: The stream with its rule.
  static func streaming(
    _ name: String, breaks rule: String, in situation: String,
    removal: Traits.Removal = .synchronous,
    listen:
      @escaping @Sendable (
        FakeListener<SentinelElement>, ListenerOptions, StreamPerIteration.Stream.Continuation
      ) -> Void
  ) -> FaultySubject {
    over(
      name, breaks: rule, in: situation,
      traits: { traits in
        traits.registration = .iterator
        traits.removal = removal
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
      },
      open: { source, options in
        StreamPerIteration {
          StreamPerIteration.Stream { continuation in listen(source, options, continuation) }
        }
      })
  }
}

extension FaultySubject: CustomStringConvertible {
  /// The subject's name, as test output shows it.
  package var description: String { subject.name }
}
