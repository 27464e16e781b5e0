import FakeWebSocket
import Foundation
import SluiceSimulation
import Testing

@Suite("Sending")
struct SendingTests {
  @Test("reaches the peer in order, in both forms")
  func order() throws {
    try SocketWorld.run { world in
      world.emulator.latency = WebSocketLatency(message: .milliseconds(5))
      world.open()
      let (socket, notes) = (world.socket, world.notes)
      _ = world.simulation.spawn("app") {
        try? await socket.send(.string("one"))
        notes.add("sent")
        socket.send(.data(Data("hi".utf8))) { error in notes.add("\(error == nil)") }
      }
      world.settle()
      #expect(world.notes.all == ["sent", "true"])
      #expect(world.emulator.received == [])
      world.pass(.milliseconds(5))
      #expect(world.emulator.received == [.string("one"), .data(Data("hi".utf8))])
    }
  }

  @Test("fails where the socket is not open")
  func closed() throws {
    try SocketWorld.run { world in
      let notes = world.notes
      world.socket.send(.string("early")) { error in notes.add("\(error as Any)") }
      world.socket.resume()
      world.socket.cancel(with: .goingAway, reason: nil)
      world.socket.send(.string("late")) { error in notes.add("\(error as Any)") }
      world.socket.sendPing { error in notes.add("\(error as Any)") }
      #expect(world.notes.all == [], "a handler is never called inside the call")
      world.settle()
      #expect(
        world.notes.all == [
          "Optional(the socket is not connected)", "Optional(the app has closed the socket)",
          "Optional(the app has closed the socket)",
        ])
      #expect(world.emulator.received == [])
    }
  }

  @Test("a ping brings the peer's pong back after both ways")
  func ping() throws {
    try SocketWorld.run { world in
      world.emulator.latency = WebSocketLatency(message: .milliseconds(5))
      world.open()
      let notes = world.notes
      world.socket.sendPing { error in notes.add("\(error == nil)") }
      world.pass(.milliseconds(9))
      #expect(world.notes.all == [])
      #expect(world.emulator.pings == 1)
      world.pass(.milliseconds(1))
      #expect(world.notes.all == ["true"])
    }
  }

  @Test("of a ping by the peer is answered by the socket itself, and no receive sees it")
  func peerPing() throws {
    try SocketWorld.run { world in
      world.open()
      world.receive()
      world.emulator.ping()
      world.settle()
      #expect(world.emulator.pongs == 1)
      #expect(world.notes.all == [])
    }
  }
}
