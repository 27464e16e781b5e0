import FakeWebSocket
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Wrapper of a socket in the article's style")
struct SocketStreamTests {
  /// What a consumer saw, from its task to the test.
  private final class Seen {
    var messages: [String] = []
    var hasEnded = false
    var error: Error?

    func note(_ message: FakeWebSocketTask.Message) {
      switch message {
      case .string(let text): messages.append(text)
      case .data(let data): messages.append("\(data.count) bytes")
      }
    }
  }

  @Test(
    "iterates messages until the app cancels it, on both systems",
    arguments: WebSocketPlatform.allCases)
  func object(_ platform: WebSocketPlatform) throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = WebSocketEmulator(
        in: simulation, spy: Spy(log: EventLog(of: simulation)), platform: platform)
      let url = try #require(URL(string: "ws://127.0.0.1:8080"))
      let stream = SimulationConfined(SocketStream(task: emulator.webSocketTask(with: url)))
      simulation.spawn("consumer") {
        do {
          for try await message in stream.value { seen.value.note(message) }
        } catch {
          seen.value.error = error
        }
        seen.value.hasEnded = true
      }
      _ = simulation.settle()
      emulator.send(.string("one"))
      emulator.send(.data(Data([1, 2])))
      _ = simulation.settle()
      simulation.spawn("app") { try? await stream.value.cancel() }
      _ = simulation.settle()
      #expect(emulator.openSockets == 0)
      simulation.end()
    }
    #expect(seen.value.messages == ["one", "2 bytes"])
    #expect(seen.value.hasEnded)
    #expect(seen.value.error == nil)
  }

  @Test("as a loop in a task is stuck on older systems where the app closes the socket")
  func loop() throws {
    for platform in WebSocketPlatform.allCases {
      let seen = SimulationConfined(Seen())
      try Simulation().perform { simulation throws in
        let emulator = WebSocketEmulator(
          in: simulation, spy: Spy(log: EventLog(of: simulation)), platform: platform)
        let url = try #require(URL(string: "ws://127.0.0.1:8080"))
        let socket = emulator.webSocketTask(with: url)
        socket.resume()
        simulation.spawn("consumer") {
          do {
            for try await message in socket.stream { seen.value.note(message) }
          } catch {
            seen.value.error = error
          }
          seen.value.hasEnded = true
        }
        emulator.send(.string("one"))
        _ = simulation.settle()
        socket.cancel(with: .goingAway, reason: nil)
        _ = simulation.settle()
        #expect(seen.value.messages == ["one"])
        #expect(seen.value.hasEnded == (platform == .newer))
        simulation.end()
      }
    }
  }
}
