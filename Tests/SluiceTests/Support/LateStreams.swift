import Foundation
import Sluice

extension FakeListener<Double> {
  /// A stream that removes its listener so long after its end.
  func removing(after delay: Duration) -> AsyncStream<Double> {
    AsyncStream { continuation in
      let handle = self.addListener { value, _ in
        if let value { continuation.yield(value) }
      }
      continuation.onTermination = { _ in
        Task {
          try? await Task.sleep(for: delay)
          handle.remove()
        }
      }
    }
  }

  /// A stream that starts a task which nobody ends.
  var leavingATask: AsyncStream<Double> {
    AsyncStream { continuation in
      let (values, inner) = AsyncStream<Double>.makeStream()
      let handle = self.addListener { value, _ in
        if let value { inner.yield(value) }
      }
      Task {
        for await value in values { continuation.yield(value) }
      }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
}

/// What takes its lock twice.
final class Ledger {
  private let lock = NSLock()
  private var count = 0

  func strike() {
    lock.lock()
    add(1)
    lock.unlock()
  }

  private func add(_ number: Int) {
    lock.lock()
    count += number
    lock.unlock()
  }
}
