public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: """
    FakeWebSocket does not model handshakes: \
    connect by webSocketTask(with:protocols:) to a URL
    """
)
extension FakeWebSocketSession {
  /// Makes a socket that says more in its handshake than a URL and protocols.
  public func webSocketTask<Request>(with request: Request) -> FakeWebSocketTask {
    MissingWebSocketPart.handshakes.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeWebSocket does not model handshakes: \
    connect by webSocketTask(with:protocols:) to a URL
    """
)
extension FakeWebSocketTask {
  /// What the app asked for.
  public var originalRequest: AnyObject? { MissingWebSocketPart.handshakes.stop() }

  /// What the server is asked for.
  public var currentRequest: AnyObject? { MissingWebSocketPart.handshakes.stop() }

  /// What the server answered.
  public var response: AnyObject? { MissingWebSocketPart.handshakes.stop() }
}

@available(
  *, unavailable,
  message: "FakeWebSocket does not model suspension: stop to call receive()"
)
extension FakeWebSocketTask {
  /// Has the socket stand still.
  public func suspend() { MissingWebSocketPart.suspension.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeWebSocket does not model identifiers, priorities and progress: \
    tell tasks apart by their identity
    """
)
extension FakeWebSocketTask {
  /// The number of the task.
  public var taskIdentifier: Int { MissingWebSocketPart.taskDetails.stop() }

  /// What the app calls the task.
  public var taskDescription: String? {
    get { MissingWebSocketPart.taskDetails.stop() }
    set { MissingWebSocketPart.taskDetails.stop() }
  }

  /// How urgent the task is.
  public var priority: Float {
    get { MissingWebSocketPart.taskDetails.stop() }
    set { MissingWebSocketPart.taskDetails.stop() }
  }

  /// How far the task is.
  public var progress: Progress { MissingWebSocketPart.taskDetails.stop() }

  /// The bytes that were sent.
  public var countOfBytesSent: Int64 { MissingWebSocketPart.taskDetails.stop() }

  /// The bytes that were received.
  public var countOfBytesReceived: Int64 { MissingWebSocketPart.taskDetails.stop() }
}

@available(
  *, unavailable,
  message: "FakeWebSocket does not model other kinds of task: use a web socket task"
)
extension FakeWebSocketSession {
  /// Makes a task that fetches.
  public func dataTask<Request>(with request: Request) -> FakeWebSocketTask {
    MissingWebSocketPart.otherTasks.stop()
  }

  /// Fetches.
  public func data<Request>(from request: Request) async throws -> (Data, AnyObject) {
    MissingWebSocketPart.otherTasks.stop()
  }

  /// Fetches.
  public func data<Request>(for request: Request) async throws -> (Data, AnyObject) {
    MissingWebSocketPart.otherTasks.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeWebSocket does not model configurations, queues and lists of tasks: \
    set up the WebSocketEmulator or WebSocketScript
    """
)
extension FakeWebSocketSession {
  /// How the session connects.
  public var configuration: AnyObject { MissingWebSocketPart.sessionDetails.stop() }

  /// Where the delegate is called.
  public var delegateQueue: OperationQueue { MissingWebSocketPart.sessionDetails.stop() }

  /// What the app calls the session.
  public var sessionDescription: String? {
    get { MissingWebSocketPart.sessionDetails.stop() }
    set { MissingWebSocketPart.sessionDetails.stop() }
  }

  /// The tasks that have not ended.
  public func getAllTasks(
    completionHandler: @escaping @Sendable ([FakeWebSocketTask]) -> Void
  ) { MissingWebSocketPart.sessionDetails.stop() }

  /// The tasks that have not ended.
  public var allTasks: [FakeWebSocketTask] {
    get async { MissingWebSocketPart.sessionDetails.stop() }
  }
}
