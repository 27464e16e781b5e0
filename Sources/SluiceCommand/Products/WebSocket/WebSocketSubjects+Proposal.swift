import FakeWebSocket
import FaultyStreams
import ProposalStreams
import SluiceConformance

extension WebSocketSubjects {
  /// The stream as the article's last version has it.
  static let proposal = Subject.overSocket(
    "proposal",
    traits: { traits in
      traits.registration = .access
      traits.bufferOnCancel = .drains
      traits.releasesWhileHeld = false
      traits.repeatsError = true
    },
    open: { task, fixture in
      let stream = SocketStream(task: task)
      fixture.closes(task, through: stream) { stream in stream.close() }
      return stream
    })
}
