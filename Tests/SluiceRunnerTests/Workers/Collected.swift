import Synchronization

/// Values that a sendable closure collects.
final class Collected<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  func append(_ value: Value) {
    values.withLock { values in values.append(value) }
  }

  var all: [Value] {
    values.withLock { values in values }
  }
}
