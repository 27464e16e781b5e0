import SluiceSpies

/// What the fake lacks of web socket tasks and their sessions.
package enum MissingWebSocketPart: String, MissingPart {
  case schemes = "other schemes than ws and wss"
  case handshakes
  case suspension
  case taskDetails = "identifiers, priorities and progress"
  case otherTasks = "other kinds of task"
  case sessionDetails = "configurations, queues and lists of tasks"

  package static let fake = "FakeWebSocket"

  package var advice: String {
    switch self {
    case .schemes: "connect to a URL that begins with ws:// or wss://"
    case .handshakes: "connect by webSocketTask(with:protocols:) to a URL"
    case .suspension: "stop to call receive()"
    case .taskDetails: "tell tasks apart by their identity"
    case .otherTasks: "use a web socket task"
    case .sessionDetails: "set up the WebSocketEmulator or WebSocketScript"
    }
  }
}
