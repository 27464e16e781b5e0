import Dispatch
import FakeDevice
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Device")
struct DeviceTests {
  @Test("has slow changes arrive in their order, also when they get faster")
  func latency() throws {
    try DeviceWorld.run { world in
      let (monitor, notes) = (FakePathMonitor(of: world.device), world.notes)
      monitor.pathUpdateHandler = { status in notes.add(status) }
      monitor.start(queue: .main)
      world.settle()
      world.emulator.latency = .milliseconds(50)
      world.emulator.change(.connectivity(ConnectivityStatus(.unsatisfied)))
      world.emulator.latency = .zero
      world.emulator.change(.connectivity(ConnectivityStatus(.satisfied, .wired)))
      #expect(world.device.connectivityStatus.interface == .wired, "the property shows it at once")
      world.pass(.milliseconds(49))
      #expect(world.notes.all == ["connectivity(satisfied, wifi)"])
      world.pass(.milliseconds(1))
      #expect(
        world.notes.all.suffix(2) == [
          "connectivity(unsatisfied)", "connectivity(satisfied, wired)",
        ]
      )
      monitor.cancel()
    }
  }

  @Test("lets any thread read the present state while it changes")
  func threads() {
    let states = [KeyboardState.hidden, .shown(height: 320)]
    let script = Simulation().perform { simulation in
      DeviceScript(in: simulation, spy: Spy(log: EventLog(of: simulation)))
    }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<200 {
        if thread == 0 { script.send(.keyboard(states[round % 2])) }
        #expect(states.contains(script.device.keyboardState))
      }
    }
    #expect(script.device.keyboardState == states[1])
  }

  @Test("says by script what it is told, at once, as an event or after the remove")
  func script() throws {
    try Simulation().perform { simulation throws in
      let script = DeviceScript(in: simulation, spy: Spy(log: EventLog(of: simulation)))
      let (monitor, notes) = (FakePathMonitor(of: script.device), DeviceWorld.Notes())
      monitor.pathUpdateHandler = { status in notes.add(status) }
      monitor.start(queue: .main)
      #expect(simulation.settle() == nil)
      #expect(notes.all == [], "a script says nothing by itself")
      script.send(.connectivity(ConnectivityStatus(.unsatisfied)))
      #expect(notes.all == ["connectivity(unsatisfied)"])
      script.send(.connectivity(ConnectivityStatus(.satisfied)), .queued())
      script.send(.connectivity(ConnectivityStatus(.satisfied, .other)), .late())
      monitor.cancel()
      #expect(simulation.settle() == nil)
      #expect(notes.all.dropFirst() == ["connectivity(satisfied, other)"])
      simulation.end()
    }
  }
}
