import FakeWebSocket
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Web socket script")
struct WebSocketScriptTests {
  private func run(
    on platform: WebSocketPlatform = .newer,
    _ body: (Simulation, WebSocketScript, FakeWebSocketTask, SocketWorld.Notes) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      let spy = Spy(log: EventLog(of: simulation))
      let script = WebSocketScript(in: simulation, spy: spy, platform: platform)
      let url = try #require(URL(string: "ws://feed.test/v1"))
      try body(simulation, script, script.webSocketTask(with: url), SocketWorld.Notes())
      simulation.end()
    }
  }

  @Test("hands a message to the receive that waits, at once or as an event")
  func ways() throws {
    try run { simulation, script, socket, notes in
      socket.resume()
      socket.receive { result in notes.add(result, "A") }
      socket.receive { result in notes.add(result, "B") }
      script.send(.string("one"))
      #expect(notes.all == ["A \"one\""])
      script.send(.string("two"), .queued(after: .seconds(1)))
      #expect(simulation.settle() == nil)
      #expect(notes.all.count == 1)
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(1))) == nil)
      #expect(notes.all == ["A \"one\"", "B \"two\""])
    }
  }

  @Test("fails with the very error that it says")
  func failure() throws {
    try run { simulation, script, socket, notes in
      socket.resume()
      socket.receive { result in notes.add(result, "A") }
      script.fail(WebSocketError.connectionLost)
      script.send(.string("nobody"))
      socket.receive { result in notes.add(result, "B") }
      #expect(simulation.settle() == nil)
      #expect(
        notes.all == ["A fails: the connection was lost", "B fails: the connection was lost"])
      #expect(script.openSockets == 0)
    }
  }

  @Test("reaches a receive that an older system has left stuck, if it is late")
  func late() throws {
    try run(on: .older) { simulation, script, socket, notes in
      socket.resume()
      socket.receive { result in notes.add(result, "A") }
      script.send(.string("queued"), .queued())
      script.send(.string("late"), .late())
      socket.cancel(with: .goingAway, reason: nil)
      #expect(simulation.settle() == nil)
      #expect(notes.all == ["A \"late\""])
    }
  }
}
