import FakeWebSocket
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ReferenceSubjects {
  /// The web sockets'.
  static let webSocket = [
    Subject("reference", of: WebSocketProduct.messages) { socket in
      let stream = SocketStream(task: socket.task)
      socket.closes(through: stream) { stream in stream.cancel() }
      return stream
    }
  ]
}
