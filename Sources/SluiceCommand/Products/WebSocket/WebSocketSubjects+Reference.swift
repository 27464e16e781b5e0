import FakeWebSocket
import FaultyStreams
import ReferenceStreams
import SluiceConformance

extension WebSocketSubjects {
  /// The stream as it should be.
  static let reference = Subject.overSocket("reference") { task, fixture in
    let stream = SocketStream(task: task)
    fixture.closes(task, through: stream) { stream in stream.cancel() }
    return stream
  }
}
