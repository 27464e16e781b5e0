import FakeWebSocket

// The names of Foundation for what stands in for them in this module's tests.

typealias URLSession = any FakeWebSocketSession
typealias URLSessionTask = FakeWebSocketTask
typealias URLSessionWebSocketTask = FakeWebSocketTask
typealias URLSessionWebSocketDelegate = FakeWebSocketDelegate
