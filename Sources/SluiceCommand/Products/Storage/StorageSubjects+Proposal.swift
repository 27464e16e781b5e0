import FakeStorage
import ProposalStreams
import SluiceConformance

extension StorageSubjects {
  /// The stream in the proposal's exact type, written the plain way.
  static let proposal = stream(
    "proposal",
    traits: common.with { traits in
      traits.registration = .access
      traits.bufferOnCancel = .drains
      traits.iterators = .single
      traits.releasesWhileHeld = false
      traits.repeatsError = true
    }
  ) { task in task.progressUpdates }
}
