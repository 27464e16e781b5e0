import Glibc

/// A thread of the kit's own.
///
/// Foundation's says nothing when it can't be started, and what waits for it waits for ever.
package enum OwnThread {
  /// Starts a thread that performs a body, or throws.
  package typealias Start = @Sendable (@escaping @Sendable () -> Void) throws(WorkerError) -> Void

  /// Starts a thread that is not joined.
  ///
  /// - Parameter body: What it does.
  /// - Throws: `WorkerError.noThread` with the system's reason if it can't be started.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(WorkerError) {
    let box = unsafe Unmanaged.passRetained(Body(body))
    var thread: pthread_t = 0
    // Proof: the new thread takes over the reference, and without one it is given back here.
    let failure = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().perform()
        }
        return nil
      }, box.toOpaque())
    guard failure == 0 else {
      unsafe box.release()
      throw .noThread(reason: SystemLimit.explained(failure, by: [.processes, .memory, .data]))
    }
    pthread_detach(thread)
  }

  /// Starts a thread without which this process can't go on: where it can't be started, the process
  /// writes why on its standard error, and ends with 2.
  ///
  /// - Parameter body: What the thread does.
  package static func startOrEnd(_ body: @escaping @Sendable () -> Void) {
    do {
      try start(body)
    } catch {
      let text = Array("\(error)\n".utf8)
      // Proof: the count is the array's own, and the array outlives the call.
      unsafe text.withUnsafeBytes { bytes in
        _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      }
      _exit(2)
    }
  }

  private final class Body: Sendable {
    let perform: @Sendable () -> Void
    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
  }
}
