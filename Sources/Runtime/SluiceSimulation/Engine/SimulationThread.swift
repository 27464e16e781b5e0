internal import CSimulationRuntime

/// The thread that simulations run on.
enum SimulationThread {
  /// Runs a body there and waits for it.
  static func run(_ body: () -> Void) {
    if sluice_thread_is_current() { return body() }
    withoutActuallyEscaping(body) { body in
      var body = body
      // The pointer is valid for the call, and the call returns when the body has returned.
      unsafe withUnsafeMutablePointer(to: &body) { pointer in
        unsafe sluice_thread_run(
          { context in unsafe context.assumingMemoryBound(to: (() -> Void).self).pointee() },
          UnsafeMutableRawPointer(pointer))
      }
    }
  }

  /// Runs a body there and waits for it, or for somebody else to answer in its stead: the body may
  /// never come back.
  static func runPatiently(_ body: @escaping () -> Void) {
    let request = unsafe Unmanaged.passRetained(Request(body)).toOpaque()
    unsafe sluice_thread_run(
      { context in
        unsafe Unmanaged<Request>.fromOpaque(context).takeRetainedValue().body()
      }, request)
  }

  /// Has a body run there, without waiting for it.
  static func post(_ body: sending @escaping () -> Void) {
    let request = unsafe Unmanaged.passRetained(Request(body)).toOpaque()
    unsafe sluice_thread_post(
      { context in
        unsafe Unmanaged<Request>.fromOpaque(context).takeRetainedValue().body()
      }, request)
  }

  private final class Request {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

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
