import DemandStreams
import ShippedProducts
package import SluiceConformance

/// The bridges as the post has them.
package enum DemandSubjects {
  /// Both of them.
  package static let proposal: [SluiceConformance.Subject] = [
    .publisher("proposal") { source in ProposedPublisher(source) },
    .values("proposal", traits: streamed) { publisher in publisher.proposedValues() },
  ]

  /// What a stream declares that is filled from the access on.
  private static func streamed(_ traits: inout Traits) {
    traits.registration = .access
    traits.bufferOnCancel = .drains
    traits.iterators = .single
    traits.releasesWhileHeld = false
    traits.repeatsError = true
  }
}
