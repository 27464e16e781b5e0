import FakeWebSocket
import Foundation
import ShippedProducts
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Sockets of an app")
struct AppSocketsTests {
  /// A stream, as far as its socket is concerned.
  private final class Stream: Sendable {}

  private static let url = URL(string: "wss://example.com")

  private static func run(
    _ body: (AppSockets, AppSocket, AppSocket, EventLog) -> Void
  ) throws {
    let url = try #require(url)
    Simulation().perform { simulation in
      let log = EventLog(of: simulation)
      let emulator = WebSocketEmulator(in: simulation, spy: Spy(log: log))
      let sockets = AppSockets { url in emulator.webSocketTask(with: url) }
      let (first, second) = (sockets.makeSocket(to: url), sockets.makeSocket(to: url))
      first.task.resume()
      second.task.resume()
      body(sockets, first, second, log)
      simulation.end()
    }
  }

  private static func closes(in log: EventLog) -> [Event] {
    log.entries.map(\.event).filter { event in
      switch event {
      case .closedByApp, .removeCalled: true
      default: false
      }
    }
  }

  @Test("says that the app closes a socket before it does, once")
  func record() throws {
    try Self.run { sockets, _, _, log in
      sockets.close()
      sockets.close()
      // The second close of an open socket's task is recorded by the socket, as any is.
      #expect(
        Self.closes(in: log).prefix(4) == [
          .closedByApp(1), .removeCalled(1, by: .unknown), .closedByApp(2),
          .removeCalled(2, by: .unknown),
        ])
      #expect(Self.closes(in: log).count { event in event == .closedByApp(1) } == 1)
    }
  }

  @Test("closes each socket in its stream's way, whichever stream said so last")
  func order() throws {
    try Self.run { sockets, first, second, log in
      let (one, two) = (Stream(), Stream())
      second.closes(through: two) { _ in }
      first.closes(through: one) { _ in first.task.cancel(with: .goingAway, reason: nil) }
      sockets.close()
      #expect(
        Self.closes(in: log) == [.closedByApp(1), .removeCalled(1, by: .unknown), .closedByApp(2)])
      withExtendedLifetime((one, two)) {}
    }
  }

  @Test("neither closes nor says so where the app has let go of the stream")
  func dropped() throws {
    try Self.run { sockets, first, second, log in
      first.closes(through: Stream()) { _ in first.task.cancel(with: .goingAway, reason: nil) }
      sockets.close()
      #expect(Self.closes(in: log) == [.closedByApp(2), .removeCalled(2, by: .unknown)])
      #expect(first.task.closeCode == .invalid && second.task.closeCode == .goingAway)
    }
  }

  @Test("says nothing of a socket that was never opened")
  func unopened() throws {
    try Self.run { sockets, _, _, log in
      guard let url = Self.url else { return }
      let third = sockets.makeSocket(to: url)
      sockets.close()
      #expect(Self.closes(in: log).count == 4)
      #expect(third.task.closeCode == .goingAway)
    }
  }
}
