import FakeWebSocket
import FaultyStreams
import SluiceConformance
import StandardStreams

extension WebSocketSubjects {
  /// The stream as it should be in the article's exact types, which have room for one iteration.
  static let standard = Subject.overSocket(
    "standard", traits: { traits in traits.releasesWhileHeld = false },
    open: { task, fixture in
      let stream = SocketStream(task: task)
      fixture.closes(task, through: stream) { stream in stream.close() }
      return stream
    })
}
