import Dispatch
import SluiceSimulation

/// The least that any run with one consumer and one cancel must do: a stream, a task, a value, a
/// cancel, the end.
enum BareLoop {
  /// Does it so many times on the platform's own executor.
  static func runOnDefaultExecutor(_ count: Int) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      for _ in 0..<count { await streamTaskCancel() }
      done.signal()
    }
    done.wait()
  }

  /// Does it so many times, each in a simulation of its own.
  static func runInSimulation(_ count: Int) {
    Simulation().perform { _ in
      for _ in 0..<count {
        Simulation().perform { simulation in
          simulation.spawn("body") { await streamTaskCancel() }
          _ = simulation.runToEnd()
          _ = simulation.end()
        }
      }
    }
  }

  private static func streamTaskCancel() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let consumer = Task {
      for await _ in stream {}
    }
    continuation.yield(1)
    await Task.yield()
    consumer.cancel()
    await consumer.value
  }
}
