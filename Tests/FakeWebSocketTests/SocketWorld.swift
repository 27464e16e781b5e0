import FakeWebSocket
import Foundation
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// A session with one socket in a simulation, and what its receives got.
final class SocketWorld {
  let simulation: Simulation
  let log: EventLog
  let emulator: WebSocketEmulator
  let socket: FakeWebSocketTask
  let notes = Notes()

  /// What was noted, in order, by whoever runs in the simulation.
  final class Notes: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { lines in lines } }

    func add(_ line: String) { lines.withLock { lines in lines.append(line) } }

    func add(_ result: Result<FakeWebSocketTask.Message, any Error>, _ name: String) {
      switch result {
      case .success(let message): add("\(name) \(message.projected)")
      case .failure(let error): add("\(name) fails: \(error)")
      }
    }
  }

  private init(_ simulation: Simulation, _ platform: WebSocketPlatform) throws {
    self.simulation = simulation
    log = EventLog(of: simulation)
    emulator = WebSocketEmulator(in: simulation, spy: Spy(log: log), platform: platform)
    socket = emulator.webSocketTask(with: try #require(URL(string: "ws://feed.test/v1")))
  }

  /// Runs a test in a world of its own.
  static func run(
    on platform: WebSocketPlatform = .newer, _ body: (SocketWorld) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      try body(SocketWorld(simulation, platform))
      simulation.end()
    }
  }

  /// Everything that is ready happens.
  func settle() {
    #expect(simulation.settle() == nil)
  }

  /// Virtual time passes, and everything due until then happens.
  func pass(_ duration: Duration) {
    #expect(simulation.advance(to: simulation.now.advanced(by: duration)) == nil)
    settle()
  }

  /// Sets a receive handler that notes what it gets.
  func receive(_ name: String = "A") {
    let notes = notes
    socket.receive { result in notes.add(result, name) }
  }

  /// Has a task await a message and note what it gets.
  func awaitMessage(_ name: String = "A") {
    let (socket, notes) = (socket, notes)
    _ = simulation.spawn("app.\(name)") {
      do {
        notes.add(.success(try await socket.receive()), name)
      } catch {
        notes.add(.failure(error), name)
      }
    }
  }

  /// Opens the socket and lets its connection stand.
  func open() {
    socket.resume()
    settle()
  }
}
