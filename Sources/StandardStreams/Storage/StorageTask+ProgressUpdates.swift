public import FakeStorage
import ReferenceStreams

extension StorageTask {
  /// The task's progress until it has ended, in the proposal's type; for one consumer.
  ///
  /// It observes from the first `next()` to its end, as the reference does.
  public var progressUpdates: AsyncThrowingStream<StorageTaskSnapshot, any Error> {
    AsyncThrowingStream(progressSequence)
  }
}
