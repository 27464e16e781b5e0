import SluiceSpies

/// The ends that the sources of a log's subscriptions came to, the earliest first.
///
/// Found once for all: each of many subscriptions asks whether its source has ended for whichever
/// listener, and would look at all the others for it.
struct SourceEnds: Sendable {
  /// One of them, and whose it is.
  private struct End: Sendable {
    @Looked private(set) var sequence: SequenceID
    let end: SourceEnd
  }

  private var all: [End] = []
  private var finishes: [End] = []
  private var failures: [Failure: [End]] = [:]

  /// The ends of some subscriptions.
  init(of subscriptions: [Subscription]) {
    for subscription in subscriptions {
      guard let end = subscription.sourceEnd else { continue }
      all.append(End(sequence: subscription.sequence, end: end))
    }
    if all.count > 1 { all.sort { one, other in one.end.began < other.end.began } }
    for end in all {
      if end.end.payload == .finish { finishes.append(end) }
      if let failure = end.end.failure { failures[failure, default: []].append(end) }
    }
  }

  /// Where the source of a sequence first said that it is finished, to whichever listener.
  func finished(_ sequence: SequenceID, _ declarations: Declarations) -> Int? {
    Self.first(of: finishes, sequence, declarations)
  }

  /// Where the source of a sequence first failed with an error, for whichever listener.
  func failed(
    _ sequence: SequenceID, with failure: Failure, _ declarations: Declarations
  ) -> Int? {
    failures[failure].flatMap { ends in Self.first(of: ends, sequence, declarations) }
  }

  /// Where the source of a sequence first came to any end, for whichever listener.
  func ended(_ sequence: SequenceID, _ declarations: Declarations) -> Int? {
    Self.first(of: all, sequence, declarations)
  }

  private static func first(
    of ends: [End], _ sequence: SequenceID, _ declarations: Declarations
  ) -> Int? {
    ends.first { end in declarations.sharesSource(end.sequence, sequence) }?.end.began
  }
}
