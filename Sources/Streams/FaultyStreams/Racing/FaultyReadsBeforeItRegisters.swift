import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Breaks `delivery.initial-first`: it reads the present value when it is read itself, registers at
/// the first `next()`, and takes the first callback for what it has got already.
///
/// A change between the two is lost: the consumer sees the value from before, and never the one
/// from after.
enum FaultyReadsBeforeItRegisters: HandwrittenSteps {
  static let subject = RacingSubject(
    subject: .overListener("faulty-reads-before-it-registers") { source, options in
      SnapshotSequence(source: source, options: options, snapshot: source.presentValue)
    },
    rule: "delivery.initial-first",
    caseID: "listener/unit/registration/a present value changes while a stream starts/queued")

  private struct SnapshotSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions
    let snapshot: SentinelElement?

    func makeAsyncIterator() -> Iterator {
      let base = HandwrittenSequence<FaultyReadsBeforeItRegisters>(
        source: source, options: options)
      return Iterator(base: base.makeAsyncIterator(), snapshot: snapshot)
    }
  }

  private struct Iterator: AsyncIteratorProtocol {
    let base: HandwrittenIterator<FaultyReadsBeforeItRegisters>
    var snapshot: SentinelElement?

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> SentinelElement? {
      guard let element = try await base.next(isolation: actor) else { return nil }
      return snapshot.take() ?? element
    }
  }
}
