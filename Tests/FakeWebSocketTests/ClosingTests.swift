import FakeWebSocket
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Closing")
struct ClosingTests {
  @Test("by the app says why in the close code, which is invalid until then")
  func closeCode() throws {
    try SocketWorld.run { world in
      #expect(world.socket.closeCode == .invalid)
      world.open()
      #expect(world.socket.closeCode == .invalid)
      #expect(world.socket.closeReason == nil)
      #expect(world.socket.error == nil)
      world.socket.cancel(with: .goingAway, reason: Data("bye".utf8))
      #expect(world.socket.closeCode == .goingAway)
      #expect(world.socket.closeReason == Data("bye".utf8))
      #expect(world.socket.error as? WebSocketError == .cancelled)
      world.settle()
      #expect(world.emulator.closes == [.goingAway])
      #expect(world.emulator.closeReasons == [Data("bye".utf8)])
      #expect(world.emulator.openSockets == 0)
    }
  }

  @Test("by the app fails an async receive that waits on newer systems")
  func newer() throws {
    try SocketWorld.run(on: .newer) { world in
      world.open()
      world.awaitMessage()
      world.receive("B")
      world.settle()
      world.socket.cancel(with: .normalClosure, reason: nil)
      #expect(world.notes.all == [], "it fails in an event of its own")
      world.settle()
      world.awaitMessage("C")
      world.settle()
      let failures = world.notes.all
      #expect(
        failures.sorted() == ["A", "B", "C"].map { "\($0) fails: the app has closed the socket" })
    }
  }

  @Test("by the app leaves an async receive stuck for ever on older systems")
  func older() throws {
    try SocketWorld.run(on: .older) { world in
      world.open()
      world.awaitMessage()
      world.receive("B")
      world.settle()
      world.socket.cancel(with: .normalClosure, reason: nil)
      world.awaitMessage("C")
      world.pass(.seconds(86_400))
      #expect(world.notes.all == [])
      #expect(world.simulation.waiters.map(\.label) == ["app.A", "app.C"])
    }
  }

  @Test("by the peer tells its code and fails receives after the messages before it")
  func byPeer() throws {
    try SocketWorld.run(on: .older) { world in
      world.open()
      world.receive("A")
      world.emulator.send(.string("one"))
      world.emulator.send(.string("two"))
      world.emulator.close(with: .policyViolation, reason: Data("no".utf8))
      world.settle()
      #expect(world.socket.closeCode == .policyViolation)
      #expect(world.socket.closeReason == Data("no".utf8))
      world.receive("B")
      world.receive("C")
      world.settle()
      #expect(
        world.notes.all == ["A \"one\"", "B \"two\"", "C fails: the socket is not connected"])
    }
  }

  @Test("without a word, by a dropped connection, leaves the close code invalid")
  func dropped() throws {
    try SocketWorld.run { world in
      world.open()
      world.receive()
      world.emulator.drop()
      world.settle()
      #expect(world.notes.all == ["A fails: the connection was lost"])
      #expect(world.socket.closeCode == .invalid)
      #expect(world.socket.error as? WebSocketError == .connectionLost)
    }
  }

  @Test("drops messages that no receive has taken")
  func unread() throws {
    try SocketWorld.run { world in
      world.open()
      world.emulator.send(.string("unread"))
      world.settle()
      world.socket.cancel(with: .goingAway, reason: nil)
      world.receive()
      world.settle()
      #expect(world.notes.all == ["A fails: the app has closed the socket"])
    }
  }

  @Test("is recorded each time the app does it, and once where the peer did")
  func records() throws {
    func removes(_ world: SocketWorld) -> Int {
      world.log.entries.count { entry in
        if case .removeCalled = entry.event { true } else { false }
      }
    }
    try SocketWorld.run { world in
      world.open()
      world.socket.cancel(with: .goingAway, reason: nil)
      world.socket.cancel(with: .normalClosure, reason: nil)
      #expect(removes(world) == 2)
      #expect(world.socket.closeCode == .goingAway)
    }
    try SocketWorld.run { world in
      world.open()
      world.receive()
      world.emulator.close(with: .normalClosure)
      world.settle()
      world.socket.cancel(with: .goingAway, reason: nil)
      #expect(removes(world) == 1)
      #expect(world.socket.closeCode == .normalClosure)
    }
  }
}
