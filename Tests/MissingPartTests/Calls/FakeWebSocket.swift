import FakeWebSocket
import Foundation

// part: handshakes

private func handshakes(_ session: any FakeWebSocketSession, _ request: URLComponents) {
  let socket = session.webSocketTask(with: request)
  _ = socket.originalRequest
  _ = socket.currentRequest
  _ = socket.response
}

// part: suspension

private func suspension(_ socket: FakeWebSocketTask) { socket.suspend() }

// part: identifiers, priorities and progress

private func taskDetails(_ socket: FakeWebSocketTask) {
  _ = socket.taskIdentifier
  socket.taskDescription = "feed"
  socket.priority = 1
  _ = socket.progress
  _ = socket.countOfBytesSent
  _ = socket.countOfBytesReceived
}

// part: other kinds of task

private func otherTasks(_ session: any FakeWebSocketSession, _ url: URL) async throws {
  _ = session.dataTask(with: url)
  _ = try await session.data(from: url)
  _ = try await session.data(for: url)
}

// part: configurations, queues and lists of tasks

private func sessionDetails(_ session: any FakeWebSocketSession) async {
  _ = session.configuration
  _ = session.delegateQueue
  session.sessionDescription = "feed"
  session.getAllTasks { tasks in }
  _ = await session.allTasks
}
