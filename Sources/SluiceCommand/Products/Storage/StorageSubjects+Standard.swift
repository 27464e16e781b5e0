import FakeStorage
import SluiceConformance
import StandardStreams

extension StorageSubjects {
  /// The stream as it should be in the proposal's exact type, which has room for one iteration.
  static let standard = stream(
    "standard",
    traits: common.with { traits in
      traits.iterators = .single
      traits.releasesWhileHeld = false
    }
  ) { task in task.progressUpdates }
}
