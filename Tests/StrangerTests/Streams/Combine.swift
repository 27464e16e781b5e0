import SluiceTesting
import Synchronization

/// The latest of an indoor and of an outdoor sensor, told whenever one of them changes.
struct Climate: Sendable {
  private(set) var indoors: Double?
  private(set) var outdoors: Double?
  /// The value that was told last, by either sensor.
  private(set) var newest: Double = 0

  private mutating func hear(_ degrees: Double, by sensor: WritableKeyPath<Climate, Double?>) {
    self[keyPath: sensor] = degrees
    newest = degrees
  }

  /// The climate with each change; a sensor that has not told anything yet is nil.
  static func climates(
    _ inner: FakeListener<Double>, _ outer: FakeListener<Double>, leaks: Bool
  ) -> AsyncStream<Climate> {
    AsyncStream { continuation in
      let latest = Latest()
      let hear = { (degrees: Double, sensor: WritableKeyPath<Climate, Double?>) in
        // Yielded under the lock, so that a later climate is not overtaken by an earlier one.
        latest.climate.withLock { climate in
          climate?.hear(degrees, by: sensor)
          if let climate { continuation.yield(climate) }
        }
      }
      let first = inner.addListener(.value { degrees in hear(degrees, \.indoors) })
      let second = outer.addListener(.value { degrees in hear(degrees, \.outdoors) })
      continuation.onTermination = { _ in
        latest.climate.withLock { climate in climate = nil }
        first.remove()
        if !leaks { second.remove() }
      }
    }
  }

  /// The latest climate; nil when the stream is over.
  private final class Latest: Sendable {
    let climate = Mutex<Climate?>(Climate())
  }

  static let stranger = Stranger(
    "combine", over: .listener(Double.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream.with { traits in traits.listeners = 2 },
    twinBreaks: "cancellation.suspended-removes",
    element: { (climate: Climate) in climate.newest },
    open: { source, leaks in climates(source, source, leaks: leaks) })
}
