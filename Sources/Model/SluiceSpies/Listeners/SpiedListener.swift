import SluiceSimulation
import Synchronization

/// One listener that a fake keeps: its closure, until it is removed, and its record.
///
/// `News` is what its closure is told in one callback.
package final class SpiedListener<News: Sendable>: Registered, Sendable {
  /// The closure with what shows whether anybody keeps it.
  package struct Held: Sendable {
    let callback: CallbackBox<(News) -> Void>
    let sentinel: Sentinel
  }

  /// The registration's record.
  package let registration: SpyRegistration
  private let payload: @Sendable (News) -> Event.Payload
  private let held: Mutex<Held?>

  init(
    _ registration: SpyRegistration, log: EventLog,
    payload: @escaping @Sendable (News) -> Event.Payload,
    callback: CallbackBox<(News) -> Void>
  ) {
    self.registration = registration
    self.payload = payload
    held = Mutex(Held(callback: callback, sentinel: Sentinel(.fixture, log: log)))
  }

  /// The closure; nil once the listener was muted.
  package var current: Held? { held.withLock { $0 } }

  /// Lets go of the closure, so that it is not called any more.
  ///
  /// - Returns: The closure. What it captures may call back at its end, which is the caller's to
  ///   choose.
  package func mute() -> Held? {
    held.withLock { held in
      defer { held = nil }
      return held
    }
  }

  /// Calls the listener, unless it was muted meanwhile.
  package func tell(_ news: News) {
    if let current { tell(news, through: current) }
  }

  /// Calls a closure that was taken before, muted meanwhile or not.
  package func tell(_ news: News, through held: Held) {
    registration.deliver(payload(news)) { held.callback.callback(news) }
  }
}
