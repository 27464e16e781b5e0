import FakeListener
import FaultyStreams
package import SluiceConformance
import StandardStreams

extension ListenerSubjects {
  /// The stream as it should be in the proposal's exact type, which has room for one iteration.
  package static let standard = Subject.overListener(
    "standard",
    traits: Traits().with { traits in
      traits.iterators = .single
      traits.releasesWhileHeld = false
    }
  ) { listener, options in
    listener.values(options: options)
  }
}
