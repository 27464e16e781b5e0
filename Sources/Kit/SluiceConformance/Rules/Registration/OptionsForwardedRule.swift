import SluiceSpies

extension Rule {
  /// The rule that what a caller asked of the listener is what the backend is asked.
  public static let optionsForwarded = Rule(
    id: "registration.options-forwarded",
    statement: "the options that the stream was asked for reach the backend unchanged",
    level: .must,
    rationale: """
      Who asks for metadata changes and gets a listener without them misses events that nobody \
      can see are missing.
      """,
    usualCause: """
      The stream passes options of its own to add, or leaves out an argument that has a default.
      """,
    fix: "Pass each option that the caller gave to add unchanged.",
    code: .optionsForwarded,
    anchors: [.proposal],
    underThreads: .counts,
    examples: [
      .conforming(
        "passed on",
        [.accessed(), .madeIterator(), .next(), .add(options: .bool(true)), .added()]
      ).asking(.bool(true)),
      .violating(
        "hard-coded",
        [.accessed(), .madeIterator(), .next(), .add(options: .bool(false)).blamed, .added()]
      ).asking(.bool(true)),
      .silent(
        "nothing asked for",
        [.accessed(), .madeIterator(), .next(), .add(options: .bool(false)), .added()]),
      .silent(
        "nothing added", [.accessed(), .madeIterator(), .quiescent]
      ).asking(.bool(true)),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      guard let asked = evidence.askedOptions[subscription.sequence] else { return .notExercised }
      return .overall(subscription.registrations) { registration in
        if registration.options == asked { return .held }
        return .violated(
          at: registration.addCalled,
          because: "asked for \(asked), and #\(registration.id.number) has \(registration.options)")
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let optionsForwarded = Rule.Code(
    wrong: """
      func prices(options: ListenerOptions) -> AsyncStream<Double> {
        AsyncStream { continuation in
          let handle = source.addValueListener {
            continuation.yield($0)
          }
          continuation.onTermination = { _ in handle.remove() }
        }
      }
      """,
    right: """
      func prices(options: ListenerOptions) -> AsyncStream<Double> {
        AsyncStream { continuation in
          let handle = source.addValueListener(options: options) {
            continuation.yield($0)
          }
          continuation.onTermination = { _ in handle.remove() }
        }
      }
      """)
}
