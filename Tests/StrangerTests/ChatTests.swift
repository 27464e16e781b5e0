import FakeWebSocket
import Foundation
import ShippedProducts
import SluiceTesting
import Testing

/// A stream over a web socket in Foundation's words, by public API alone.
@Suite("A chat of strangers")
struct ChatTests {
  private static func subject(leaks: Bool) -> Subject {
    Subject(
      leaks ? "chat-leaks" : "chat", of: WebSocketProduct.messages,
      traits: { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.releasesWhileHeld = false
        traits.repeatsError = true
      },
      open: { socket in
        let chat = Chat(over: socket.task, leaks: leaks)
        socket.closes(by: chat.close)
        return chat.open()
      })
  }

  private static func play(leaks: Bool, _ scenarios: [String]) async throws -> Play {
    try await Play(
      of: subject(leaks: leaks), products: [WebSocketProduct.product], scenarios: scenarios,
      schedules: 2)
  }

  @Test("is green in every scenario of web sockets")
  func isGreen() async throws {
    let play = try await Self.play(leaks: false, ["Scenarios/websocket"])
    #expect(play.failures.isEmpty, "\(play.failures.joined(separator: "\n\n"))")
    #expect(play.passed > 60)
  }

  @Test("is red where it leaves its socket open")
  func isRed() async throws {
    let play = try await Self.play(
      leaks: true, ["Scenarios/websocket/cancellation/cancelling.scenario"])
    #expect(play.causes.contains("socket.teardown-closes"), "\(play.causes)")
  }

  @Test("opens its socket from a session, and tells a delegate of it")
  func delegate() throws {
    let status = ChatStatus()
    try simulate(traits: .asyncThrowingStream.with { traits in traits.source = .socket }) { stage in
      let session = stage.keep(WebSocketEmulator(in: stage.simulation, spy: stage.makeSpy()))
      session.delegate = status
      let url = try #require(URL(string: "ws://chat.test"))
      let reader = stage.read("chat", Chat(to: url, in: session).open())
      stage.perform { session.send(.string("hello")) }
      reader.expect(.string("hello"))
      stage.perform { session.close(with: .policyViolation, reason: Data("no".utf8)) }
      reader.expectError(WebSocketError.notConnected)
      stage.perform { session.invalidateAndCancel() }
      stage.expect(session.delegate == nil)
    }
    #expect(
      status.all == ["open as chat.v2", "closed with 1008: no", "complete with an error"])
  }

  @Test("pings, sends and receives without a stream")
  func conversation() throws {
    try Simulation().perform { simulation throws in
      let session = WebSocketEmulator(in: simulation, spy: Spy(log: EventLog(of: simulation)))
      let task = session.webSocketTask(with: try #require(URL(string: "ws://chat.test")))
      task.resume()
      let greeting = Task { try await task.greet() }
      #expect(simulation.settle() == nil)
      #expect(session.pings == 1)
      #expect(session.received == [.string("hello")])
      session.send(.data(Data("welcome".utf8)))
      #expect(simulation.settle() == nil)
      let isOver = Task {
        let answer = try? await greeting.value
        #expect(answer == "welcome")
      }
      #expect(simulation.settle() == nil)
      _ = isOver
      task.cancel()
      simulation.end()
    }
  }
}
