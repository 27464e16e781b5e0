internal import CSimulationRuntime

/// A task that is created where a simulation is called for and run on the simulation thread.
///
/// What it starts there has the task-local values of the caller.
struct Carrier<Value>: @unchecked Sendable {
  // Sendable: its event is a job that no executor has, run once, on the simulation thread.
  private let event: Event
  private let task: Task<SimulationConfined<Value>, Never>

  /// Creates the task; it doesn't run yet.
  ///
  /// - Parameter body: What it does on the simulation thread, without suspending.
  init(_ body: @escaping () -> Value) {
    let body = SimulationConfined(body)
    sluice_carrier_begin()
    task = Task { SimulationConfined(body.value()) }
    let caught = unsafe sluice_carrier_end()
    precondition(unsafe caught.context != nil, "a new task was not enqueued")
    event = unsafe Event(caught)
  }

  /// Runs the task, on the simulation thread.
  func run(for engine: Engine) {
    unsafe event.runAsCarrier(for: engine.record)
  }

  /// What the body returned, once it has run.
  ///
  /// It is handed over: nobody else has it then.
  var value: Value {
    get async { await task.value.value }
  }
}
