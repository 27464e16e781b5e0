import Dispatch
import SluiceSimulation

/// An actor that tasks of a simulation and others share.
actor SharedActor {
  private var count = 0

  func touch(_ log: Record<String>) {
    log.append(Simulation.current == nil ? "outside" : "inside")
  }

  /// Has a task keep the actor, in real time, and end there: its thread goes on with whoever has
  /// come meanwhile.
  func occupy(_ begun: Record<Bool>, until isOver: DispatchSemaphore) {
    Task {
      self.count += 1
      begun.append(true)
      SluiceSimulationTests.wait(for: isOver)
    }
  }

  /// Does something on the actor, in a function that begins by entering it.
  func welcome(_ body: @Sendable () -> Void) async { body() }

  /// Leaves the actor with three to run, one after the other on one thread: the visitor stands
  /// between two tasks of the caller's, which end on the actor.
  func letIn(_ visitor: Visitor) {
    Task { self.count += 1 }
    visitor.joinLine()
    Task { self.count += 1 }
  }
}
