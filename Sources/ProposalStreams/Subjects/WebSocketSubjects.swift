import FakeWebSocket
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ProposalSubjects {
  /// The web sockets', as the article's last version has them.
  static let webSocket = [
    Subject(
      "proposal", of: WebSocketProduct.messages,
      traits: { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.releasesWhileHeld = false
        traits.repeatsError = true
      },
      open: { socket in
        let stream = SocketStream(task: socket.task)
        socket.closes(through: stream) { stream in stream.close() }
        return stream
      })
  ]
}
