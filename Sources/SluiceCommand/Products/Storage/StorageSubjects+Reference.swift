import FakeStorage
import ReferenceStreams
import SluiceConformance

extension StorageSubjects {
  /// The stream as it should be.
  static let reference = stream("reference") { task in task.progressUpdates }
}
