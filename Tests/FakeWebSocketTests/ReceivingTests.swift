import FakeWebSocket
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Receiving")
struct ReceivingTests {
  @Test("takes one message for each handler, in the order of the calls")
  func oneMessage() throws {
    try SocketWorld.run { world in
      world.open()
      world.receive("A")
      world.receive("B")
      for text in ["one", "two", "three"] { world.emulator.send(.string(text)) }
      world.settle()
      #expect(world.notes.all == ["A \"one\"", "B \"two\""])
      world.receive("C")
      #expect(world.notes.all.count == 2, "a handler is never called inside receive")
      world.settle()
      #expect(world.notes.all.last == "C \"three\"")
    }
  }

  @Test("awaits one message, of text or of bytes")
  func asynchronous() throws {
    try SocketWorld.run { world in
      world.open()
      world.awaitMessage()
      world.settle()
      #expect(world.notes.all == [])
      world.emulator.send(.data(Data("hi".utf8)))
      world.settle()
      world.emulator.send(.string("hi"))
      world.awaitMessage("B")
      world.settle()
      #expect(world.notes.all == ["A bytes(\"aGk=\")", "B \"hi\""])
    }
  }

  @Test("is not ended by the cancel of the task that waits")
  func taskCancel() throws {
    try SocketWorld.run { world in
      world.open()
      let (socket, notes) = (world.socket, world.notes)
      let task = world.simulation.spawn("app") {
        if let message = try? await socket.receive() { notes.add("\(message.projected)") }
      }
      world.settle()
      task.cancel()
      world.settle()
      #expect(world.notes.all == [])
      world.emulator.send(.string("late"))
      world.settle()
      #expect(world.notes.all == ["\"late\""])
    }
  }

  @Test("waits for the socket to be opened")
  func beforeResume() throws {
    try SocketWorld.run { world in
      world.receive()
      world.emulator.send(.string("early"))
      world.settle()
      #expect(world.notes.all == [])
      world.open()
      #expect(world.notes.all == ["A \"early\""])
    }
  }

  @Test("is recorded with the open socket as its registration")
  func records() throws {
    try SocketWorld.run { world in
      world.socket.resume()
      world.socket.resume()
      world.receive()
      world.emulator.send(.string("one"))
      world.settle()
      world.socket.cancel(with: .goingAway, reason: nil)
      world.settle()
      #expect(
        world.log.entries.map { "\($0.event)" } == [
          "add #1 called", "add #1 returned", "receive from #1 called",
          "callback #1 begins: \"one\"", "callback #1 ends", "the fixture died",
          "remove #1 called", "remove #1 returned",
        ])
    }
  }

  @Test("keeps the order of the messages when a slow way becomes a fast one")
  func slowPeer() throws {
    try SocketWorld.run { world in
      world.emulator.latency = WebSocketLatency(connect: .seconds(1), message: .milliseconds(50))
      world.socket.resume()
      world.receive("A")
      world.receive("B")
      world.emulator.send(.string("slow"))
      world.pass(.milliseconds(999))
      #expect(world.notes.all == [])
      world.pass(.milliseconds(1))
      world.emulator.latency = WebSocketLatency()
      world.emulator.send(.string("fast"))
      world.pass(.milliseconds(49))
      #expect(world.notes.all == [])
      world.pass(.milliseconds(1))
      #expect(world.notes.all == ["A \"slow\"", "B \"fast\""])
    }
  }
}
