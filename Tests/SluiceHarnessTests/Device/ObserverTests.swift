import FakeDevice
import ProposalStreams
import ReferenceStreams
import SluiceSimulation
import SluiceSpies
import StandardStreams
import Synchronization
import Testing

@Suite("Device observer")
struct ObserverTests {
  /// An app's own observer, which stands in for the real one.
  private struct CannedObserver: ConnectivityObserving {
    var status: ConnectivityStatus { ConnectivityStatus(.requiresConnection, .cellular) }

    var statusStream: AsyncStream<ConnectivityStatus> {
      AsyncStream { continuation in
        continuation.yield(status)
        continuation.finish()
      }
    }
  }

  /// What a view model does with an observer, whichever it is.
  private func isOffline(
    _ observer: any ConnectivityObserving<AsyncStream<ConnectivityStatus>>
  ) async -> [Bool] {
    var seen = [!observer.status.isConnected]
    for await status in observer.statusStream { seen.append(!status.isConnected) }
    return seen
  }

  @Test("can be replaced by an app's own, behind its protocol")
  func replaced() async {
    #expect(await isOffline(CannedObserver()) == [true, true])
  }

  @Test("tells the present state at once, in a property that needs no stream")
  func properties() throws {
    try Simulation().perform { simulation throws in
      let emulator = DeviceEmulator(in: simulation, spy: Spy(log: EventLog(of: simulation)))
      let device = emulator.device
      emulator.change(.connectivity(ConnectivityStatus(.unsatisfied)))
      emulator.change(.lifecycle(.background))
      emulator.change(.keyboard(.shown(height: 320)))
      #expect(simulation.settle() == nil)
      let statuses = [
        ReferenceStreams.ConnectivityObserver(on: device).status,
        StandardStreams.ConnectivityObserver(on: device).status,
        ProposalStreams.ConnectivityObserver(on: device).status,
      ]
      #expect(statuses == Array(repeating: ConnectivityStatus(.unsatisfied), count: 3))
      let states = [
        ReferenceStreams.AppLifecycleObserver(on: device).state,
        StandardStreams.AppLifecycleObserver(on: device).state,
        ProposalStreams.AppLifecycleObserver(on: device).state,
      ]
      #expect(states == Array(repeating: .background, count: 3))
      let keyboards = [
        ReferenceStreams.KeyboardObserver(on: device).state,
        StandardStreams.KeyboardObserver(on: device).state,
        ProposalStreams.KeyboardObserver(on: device).state,
      ]
      #expect(keyboards == Array(repeating: .shown(height: 320), count: 3))
      #expect(device.observerCount == 0)
      simulation.end()
    }
  }

  @Test("has three streams in one task of `async let`, and its cancel releases all of them")
  func asyncLet() throws {
    try Simulation().perform { simulation throws in
      let emulator = DeviceEmulator(in: simulation, spy: Spy(log: EventLog(of: simulation)))
      let device = emulator.device
      let task = simulation.spawn("view") {
        async let status: Void = Self.drain(
          ReferenceStreams.ConnectivityObserver(on: device).statusStream)
        async let state: Void = Self.drain(
          ReferenceStreams.AppLifecycleObserver(on: device).stateStream)
        async let keyboard: Void = Self.drain(
          ReferenceStreams.KeyboardObserver(on: device).stateStream)
        _ = await (status, state, keyboard)
      }
      #expect(simulation.settle() == nil)
      #expect(device.observerCount == 4)
      task.cancel()
      #expect(device.observerCount == 0)
      #expect(simulation.settle() == nil)
      #expect(simulation.waiters.isEmpty)
      simulation.end()
    }
  }

  private static func drain<Base: AsyncSequence>(_ base: Base) async where Base.Failure == Never {
    for await _ in base {}
  }
}
