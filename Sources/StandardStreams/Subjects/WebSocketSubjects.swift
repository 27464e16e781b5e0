import FakeWebSocket
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension StandardSubjects {
  /// The web sockets', in the article's exact types.
  static let webSocket = [
    Subject("standard", of: WebSocketProduct.messages, traits: single) { socket in
      let stream = SocketStream(task: socket.task)
      socket.closes(through: stream) { stream in stream.close() }
      return stream
    }
  ]
}
