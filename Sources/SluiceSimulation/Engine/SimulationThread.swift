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
