import Dispatch
import FakeDevice
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Path monitor")
struct PathMonitorTests {
  private func monitor(_ world: DeviceWorld) -> FakePathMonitor {
    let (monitor, notes) = (FakePathMonitor(of: world.device), world.notes)
    monitor.pathUpdateHandler = { status in notes.add(status) }
    return monitor
  }

  @Test(
    "tells the present status first, then changes, never inside start",
    arguments: [FakePathMonitor.Queue.main, .global])
  func order(_ queue: FakePathMonitor.Queue) throws {
    try DeviceWorld.run { world in
      let monitor = monitor(world)
      world.emulator.change(.connectivity(ConnectivityStatus(.unsatisfied)))
      monitor.start(queue: queue)
      monitor.start(queue: queue)
      #expect(world.notes.all == [])
      world.emulator.change(.connectivity(ConnectivityStatus(.requiresConnection, .cellular)))
      world.emulator.change(.connectivity(ConnectivityStatus(.requiresConnection, .cellular)))
      world.settle()
      #expect(
        world.notes.all == [
          "connectivity(unsatisfied)", "connectivity(requires-connection, cellular)",
        ])
      #expect(monitor.currentPath == ConnectivityStatus(.requiresConnection, .cellular))
      #expect(!monitor.currentPath.isConnected)
    }
  }

  @Test("is one registration from start to cancel, which mutes what is queued")
  func cancel() throws {
    try DeviceWorld.run { world in
      let monitor = monitor(world)
      monitor.start(queue: .global)
      #expect(world.device.observerCount == 1)
      monitor.cancel()
      #expect(world.device.observerCount == 0)
      world.emulator.change(.connectivity(ConnectivityStatus(.unsatisfied)))
      monitor.start(queue: .global)
      world.settle()
      #expect(world.notes.all == [])
      #expect(
        world.events == [
          "add #1 called", "add #1 returned", "remove #1 called", "the fixture died",
          "remove #1 returned",
        ])
    }
  }

  @Test("cancelled on one thread while another one starts it keeps no observer")
  func cancelOnAnotherThread() {
    let device = Simulation().perform { simulation in
      DeviceScript(in: simulation, spy: Spy(log: EventLog(of: simulation)))
    }.device
    for _ in 0..<2_000 {
      let monitor = FakePathMonitor(of: device)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { monitor.start(queue: .main) } else { monitor.cancel() }
      }
    }
    #expect(device.observerCount == 0)
  }

  @Test("can't be started once it was cancelled, begun or not")
  func cancelledBeforeTheStart() throws {
    try DeviceWorld.run { world in
      let monitor = monitor(world)
      monitor.cancel()
      monitor.start(queue: .main)
      world.settle()
      #expect(world.notes.all == [])
      #expect(world.events == [])
    }
  }

  @Test("calls the handler that is set when it has something to say")
  func handler() throws {
    try DeviceWorld.run { world in
      let monitor = monitor(world)
      monitor.start(queue: .main)
      monitor.pathUpdateHandler = nil
      world.settle()
      #expect(world.notes.all == [])
    }
  }

  /// Whoever cancels a monitor when he goes, as observers of the network do.
  private final class Canceller: Sendable {
    private let monitor: FakePathMonitor

    init(_ monitor: FakePathMonitor) {
      self.monitor = monitor
    }

    deinit {
      monitor.cancel()
    }
  }

  @Test("lets go of a handler whose end cancels it")
  func cancelledByItsHandler() throws {
    try DeviceWorld.run { world in
      let monitor = monitor(world)
      var canceller: Canceller? = Canceller(monitor)
      monitor.pathUpdateHandler = { [canceller] _ in withExtendedLifetime(canceller) {} }
      canceller = nil
      monitor.start(queue: .main)
      #expect(world.device.observerCount == 1)
      monitor.pathUpdateHandler = nil
      #expect(world.device.observerCount == 0)
    }
  }
}
