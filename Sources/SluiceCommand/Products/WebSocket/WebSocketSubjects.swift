import FakeWebSocket
import FaultyStreams
import SluiceConformance

/// The implementations of `websocket.messages` that the command knows.
enum WebSocketSubjects {
  /// Every implementation, in the order in which they are shown.
  static let all: [Subject] =
    [reference, standard, proposal] + FaultySockets.all.map { faulty in faulty.subject }
}
