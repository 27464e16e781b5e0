package import FakeListener
import SluiceConformance
package import SluiceSimulation
package import SluiceSpies
import Synchronization

/// What a run of the listener product stands on: one scripted source whose elements can be seen to
/// die.
package final class ListenerFixture: Fixture, Sendable {
  /// The source.
  package let listener: FakeListener<SentinelElement>
  private let log: EventLog
  private let elements = Atomic(0)

  /// A fixture for one run, on the spy of its stage.
  package init(
    in simulation: Simulation, spy: Spy, behavior: ListenerBehavior = ListenerBehavior()
  ) {
    listener = FakeListener(in: simulation, spy: spy, behavior: behavior)
    log = spy.log
  }

  /// A new element that stands for a value; no two are the same to the memory rules.
  package func element(_ value: Value) -> SentinelElement {
    let number = elements.wrappingAdd(1, ordering: .relaxed).newValue
    return SentinelElement(value, number: number, log: log)
  }
}
