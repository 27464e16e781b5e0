import FakeWebSocket
import Foundation
import Synchronization
import Testing

@Suite("Delegate")
struct DelegateTests {
  /// A delegate that notes what it hears.
  private final class Ear: FakeWebSocketDelegate {
    private let lines = Mutex<[String]>([])

    var heard: [String] { lines.withLock { lines in lines } }

    func urlSession(
      _ session: any FakeWebSocketSession, webSocketTask: FakeWebSocketTask,
      didOpenWithProtocol protocol: String?
    ) {
      note("open")
    }

    func urlSession(
      _ session: any FakeWebSocketSession, webSocketTask: FakeWebSocketTask,
      didCloseWith closeCode: FakeWebSocketTask.CloseCode, reason: Data?
    ) {
      note("closed \(closeCode.rawValue)")
    }

    func urlSession(
      _ session: any FakeWebSocketSession, task: FakeWebSocketTask,
      didCompleteWithError error: (any Error)?
    ) {
      note(error.map { error in "complete: \(error)" } ?? "complete")
    }

    private func note(_ line: String) { lines.withLock { lines in lines.append(line) } }
  }

  private func heard(_ end: (SocketWorld) -> Void) throws -> [String] {
    var heard: [String] = []
    try SocketWorld.run { world in
      let ear = Ear()
      world.emulator.delegate = ear
      world.socket.resume()
      #expect(ear.heard == [], "in an event of its own")
      world.settle()
      end(world)
      world.settle()
      heard = ear.heard
    }
    return heard
  }

  @Test("hears of the connection, of a close frame of the peer's, and of every end")
  func ends() throws {
    #expect(
      try heard { world in world.emulator.close(with: .goingAway) }
        == ["open", "closed 1001", "complete: the socket is not connected"])
    #expect(
      try heard { world in world.emulator.drop() }
        == ["open", "complete: the connection was lost"])
    #expect(
      try heard { world in world.socket.cancel(with: .goingAway, reason: nil) }
        == ["open", "complete: the app has closed the socket"])
  }

  @Test("hears of the connection when that stands")
  func latency() throws {
    try SocketWorld.run { world in
      let ear = Ear()
      world.emulator.delegate = ear
      world.emulator.latency.connect = .seconds(1)
      world.socket.resume()
      world.settle()
      #expect(ear.heard == [])
      world.pass(.seconds(1))
      #expect(ear.heard == ["open"])
    }
  }

  @Test("of a socket stands in for that of the session, and is let go of with the end")
  func ofSocket() throws {
    try SocketWorld.run { world in
      let sessions = Ear()
      var own: Ear? = Ear()
      weak let remaining = own
      world.emulator.delegate = sessions
      world.socket.delegate = own
      own = nil
      world.open()
      #expect(remaining?.heard == ["open"])
      #expect(sessions.heard == [])
      world.socket.cancel()
      #expect(remaining != nil)
      world.settle()
      #expect(remaining == nil)
    }
  }

  @Test("is kept by a session until that is invalid and its sockets have ended")
  func invalidation() throws {
    try SocketWorld.run { world in
      let ear = Ear()
      world.emulator.delegate = ear
      world.open()
      world.emulator.finishTasksAndInvalidate()
      #expect(world.emulator.delegate != nil)
      world.socket.cancel()
      world.settle()
      #expect(world.emulator.delegate == nil)
      #expect(ear.heard == ["open", "complete: the app has closed the socket"])
    }
    try SocketWorld.run { world in
      world.emulator.delegate = Ear()
      world.open()
      world.emulator.invalidateAndCancel()
      #expect(world.emulator.openSockets == 0)
      #expect(world.emulator.delegate == nil)
    }
  }

  @Test("sees a socket's state before, while and after it is open")
  func states() throws {
    try SocketWorld.run { world in
      #expect(world.socket.state == .suspended)
      world.open()
      #expect(world.socket.state == .running)
      world.socket.cancel()
      #expect(world.socket.state == .completed)
      #expect(world.socket.closeCode == .invalid)
      world.settle()
      #expect(world.emulator.closes == [.abnormalClosure])
    }
  }

  @Test("is told of a socket that ends for a message that is too long, as receives are")
  func maximumMessageSize() throws {
    try SocketWorld.run { world in
      #expect(world.socket.maximumMessageSize == 1_048_576)
      let ear = Ear()
      world.emulator.delegate = ear
      world.socket.maximumMessageSize = 3
      world.open()
      world.receive("A")
      world.emulator.send(.string("abc"))
      world.settle()
      world.receive("B")
      world.emulator.send(.data(Data([1, 2, 3, 4])))
      world.settle()
      #expect(world.notes.all == ["A \"abc\"", "B fails: the message is too long"])
      #expect(world.socket.closeCode == .messageTooBig)
      #expect(
        ear.heard == [
          "open", "complete: the message is too long",
        ])
    }
  }
}
