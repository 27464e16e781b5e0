import FakeListener
import Synchronization

/// Breaks `registration.sync-callback-kept`: it collects values until it is ready, and when add has
/// returned begins with an empty inbox, so as to have nothing old.
enum FaultyBeginsWithAnEmptyInbox {
  static let subject = FaultySubject.wired(
    "begins-with-an-empty-inbox", breaks: "registration.sync-callback-kept", in: "value-inside-add"
  ) { source, options, outlet in
    let inbox = Inbox()
    let handle = try source.subscribe(options: options) { event in
      if case .value(let element) = event, inbox.collects(element) { return }
      for element in inbox.open() { outlet.pass(.value(element)) }
      outlet.pass(event)
    }
    _ = inbox.open()
    outlet.keep(handle)
  }

  /// Collects values until it is open.
  private final class Inbox: Sendable {
    private let values = Mutex<[SentinelElement]?>([])

    func collects(_ element: SentinelElement) -> Bool {
      values.withLock { values in
        values?.append(element)
        return values != nil
      }
    }

    func open() -> [SentinelElement] {
      values.withLock { values in values.take() } ?? []
    }
  }
}
