import DemandStreams
import ShippedProducts
package import SluiceConformance

/// The bridges as the post has them.
package enum DemandSubjects {
  /// Both of them.
  package static let proposal: [SluiceConformance.Subject] = [
    .publisher("proposal") { source in ProposedPublisher(source) },
    .values(
      "proposal",
      traits: { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.iterators = .single
        traits.releasesWhileHeld = false
        traits.repeatsError = true
      }
    ) { publisher in publisher.proposedValues() },
  ]
}
