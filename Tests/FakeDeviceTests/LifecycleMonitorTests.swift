import FakeDevice
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Life cycle monitor")
struct LifecycleMonitorTests {
  private final class Delegate: FakeLifecycleMonitorDelegate {
    let notes: DeviceWorld.Notes

    init(_ notes: DeviceWorld.Notes) { self.notes = notes }

    func lifecycleMonitor(_ monitor: FakeLifecycleMonitor, didUpdate state: AppLifecycleState) {
      notes.add(state)
    }
  }

  @Test("tells its delegate the present state first, then changes, never inside the setter")
  func order() throws {
    try DeviceWorld.run { world in
      let monitor = FakeLifecycleMonitor(of: world.device)
      let delegate = Delegate(world.notes)
      monitor.delegate = delegate
      #expect(world.notes.all == [])
      world.emulator.change(.lifecycle(.inactive))
      world.emulator.change(.lifecycle(.inactive))
      world.emulator.change(.lifecycle(.background))
      world.settle()
      #expect(world.notes.all == ["active", "inactive", "background"].map { "lifecycle(\($0))" })
      #expect(monitor.currentState == .background)
      #expect(monitor.delegate === delegate)
    }
  }

  @Test("does not keep its delegate")
  func weakDelegate() throws {
    try DeviceWorld.run { world in
      let monitor = FakeLifecycleMonitor(of: world.device)
      monitor.delegate = Delegate(world.notes)
      #expect(monitor.delegate == nil)
      world.settle()
      #expect(world.notes.all == [])
      #expect(world.device.observerCount == 1, "nobody has told the monitor")
    }
  }

  @Test("is one registration while it has a delegate, whichever, and tells nobody after nil")
  func registration() throws {
    try DeviceWorld.run { world in
      let monitor = FakeLifecycleMonitor(of: world.device)
      let (first, second) = (Delegate(world.notes), Delegate(DeviceWorld.Notes()))
      monitor.delegate = first
      world.settle()
      monitor.delegate = second
      world.emulator.change(.lifecycle(.inactive))
      world.settle()
      #expect(world.notes.all == ["lifecycle(active)"])
      #expect(second.notes.all == ["lifecycle(inactive)"])
      world.emulator.change(.lifecycle(.background))
      monitor.delegate = nil
      monitor.delegate = nil
      world.settle()
      #expect(second.notes.all == ["lifecycle(inactive)"])
      #expect(world.events.filter { event in event.hasPrefix("add") }.count == 2)
      #expect(world.events.filter { event in event.hasPrefix("remove #1 called") }.count == 1)
    }
  }
}
