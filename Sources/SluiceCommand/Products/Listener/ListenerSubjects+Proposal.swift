import FakeListener
import FaultyStreams
import ProposalStreams
package import SluiceConformance

extension ListenerSubjects {
  /// The stream in the proposal's exact type, written the plain way.
  package static let proposal = Subject.overListener(
    "proposal",
    traits: Traits().with { traits in
      traits.registration = .access
      traits.bufferOnCancel = .drains
      traits.repeatsError = true
      traits.iterators = .single
      traits.releasesWhileHeld = false
    }
  ) { listener, options in
    listener.values(options: options)
  }

  /// The stream in the vendor's shape: a plain stream for each iterator.
  package static let vendor = Subject.overListener(
    "vendor",
    traits: Traits().with { traits in
      traits.registration = .iterator
      traits.bufferOnCancel = .drains
      traits.repeatsError = true
    }
  ) { listener, options in
    listener.vendorValues(options: options)
  }
}
