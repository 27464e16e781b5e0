import FakeListener
import SluiceSpies

/// Breaks `registration.options-forwarded`: whatever options it is given, it passes on its own.
enum FaultyHardCodesTheOptions {
  static let subject = FaultySubject.over(
    "hard-codes-the-options", breaks: "registration.options-forwarded", in: "options-are-passed"
  ) { source, _ in
    let fixed = Value.members([("includeMetadataChanges", .bool(false))])
    return HandwrittenSequence<Right>(source: source, options: ListenerOptions(fixed))
  }

  private enum Right: HandwrittenSteps {}
}
