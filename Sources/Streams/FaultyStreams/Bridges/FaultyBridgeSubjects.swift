import DemandStreams
import ShippedProducts
package import SluiceConformance

extension FaultyBridges {
  /// A faulty bridge as a subject, with the rule that has to say so.
  package struct Entry: Sendable, CustomStringConvertible {
    /// The bridge.
    package let subject: SluiceConformance.Subject
    /// The id of the rule that it breaks.
    package let rule: String

    /// The subject's name, as test output shows it.
    package var description: String { subject.name }
  }

  /// Every faulty bridge, of both directions, that a rule can tell from a right one.
  package static let all: [Entry] =
    publishers.map(entry(of:))
    + sequences.filter { faulty in !unplayed.contains(faulty.name) }.map(entry(of:))

  /// Every bridge whose fault shows under some orders of events only.
  package static let racing: [Entry] =
    racingPublishers.map(entry(of:))
    + racingSequences.map(entry(of:))

  private static func entry(of faulty: FaultyBridge<any SequenceBridge>) -> Entry {
    Entry(
      subject: .publisher("faulty-\(faulty.name)") { source in faulty.bridge.publisher(of: source)
      },
      rule: faulty.rule)
  }

  private static func entry(of faulty: FaultyBridge<any PublisherBridge>) -> Entry {
    Entry(
      subject: .values(
        "faulty-\(faulty.name)",
        traits: { traits in
          // A stream that is filled from the access on.
          guard faulty.name.hasPrefix("sinks-") else { return }
          traits.registration = .access
          traits.bufferOnCancel = .drains
          traits.iterators = .single
          traits.releasesWhileHeld = false
          traits.repeatsError = true
        }
      ) { publisher in AnyValues(faulty.bridge.values(of: publisher)) }, rule: faulty.rule)
  }

  /// Those that ask for more beforehand, which no stream declares and so no rule forbids, and those
  /// that are wrong only where the subscription comes late, which the kit's publisher never does.
  private static let unplayed: Set = [
    "asks-for-everything", "asks-for-two", "sinks-into-a-stream-without-end",
    "keeps-a-late-subscription", "forgets-what-it-owes",
  ]

  /// The bridges that are right and written otherwise.
  package static let controls: [SluiceConformance.Subject] = [
    .publisher("control-bridge") { source in controlPublisher.publisher(of: source) },
    .values("control-bridge") { publisher in AnyValues(controlSequence.values(of: publisher)) },
  ]
}

/// A sequence whose type nobody knows.
private struct AnyValues: AsyncSequence, Sendable {
  private let base: any AsyncSequence<Int, any Error> & Sendable

  init(_ base: any AsyncSequence<Int, any Error> & Sendable) {
    self.base = base
  }

  func makeAsyncIterator() -> Iterator { Iterator(base) }

  struct Iterator: AsyncIteratorProtocol {
    private var base: any AsyncIteratorProtocol<Int, any Error>

    fileprivate init(_ base: some AsyncSequence<Int, any Error>) {
      self.base = base.makeAsyncIterator()
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
      try await base.next(isolation: actor)
    }
  }
}
