import FakeMessaging
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// An emulator with its app in a simulation, for a test.
final class MessagingWorld {
  let simulation: Simulation
  let log: EventLog
  let emulator: MessagingEmulator
  let messaging: Messaging

  private init(_ simulation: Simulation) {
    self.simulation = simulation
    log = EventLog(of: simulation)
    emulator = MessagingEmulator(in: simulation)
    messaging = emulator.makeMessaging(spy: Spy(log: log))
  }

  /// Runs a test in a world of its own.
  static func run(_ body: (MessagingWorld) throws -> Void) throws {
    try Simulation().perform { simulation throws in
      try body(MessagingWorld(simulation))
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
  }

  /// The adds and removes so far, in order: `+1`, `-1`.
  var registrations: [String] {
    log.entries.compactMap { entry in
      switch entry.event {
      case .addCalled(let id, _, _): "+\(id.number)"
      case .removeCalled(let id, _): "-\(id.number)"
      default: nil
      }
    }
  }
}

/// What a delegate or an observer was told.
final class Told: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ line: String?) {
    lines.withLock { $0.append(line ?? "nil") }
  }

  /// What was told since this was last asked.
  var news: [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// A delegate that writes down what it is told.
final class NotingDelegate: MessagingDelegate {
  let callbacks: MessagingCallbacks
  private let told: Told

  init(_ told: Told, callbacks: MessagingCallbacks = [.registrationToken, .message]) {
    self.told = told
    self.callbacks = callbacks
  }

  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    told.note(fcmToken)
  }

  func messaging(_ messaging: Messaging, didReceive remoteMessage: MessagingRemoteMessage) {
    told.note(remoteMessage.messageID)
  }
}

/// A delegate that stands for those who subscribe.
final class StandingDelegate: UncountedMessagingDelegate {
  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    messaging.subscriptions.tell(token: fcmToken)
  }

  func messaging(_ messaging: Messaging, didReceive remoteMessage: MessagingRemoteMessage) {
    messaging.subscriptions.tell(message: remoteMessage)
  }
}
