import FakeListener
import Foundation

/// Breaks `reentrancy.no-lock-across-callout`: it adds its listener under the lock that its
/// listener takes, so that what is called back inside add waits for itself.
enum FaultyAddsUnderItsLock: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "adds-under-its-lock", Self.self,
    breaks: "reentrancy.no-lock-across-callout", in: "value-inside-add")

  static func add(
    to source: Source, _ options: ListenerOptions,
    _ listener: @escaping @Sendable (Event) -> Void
  ) throws -> ListenerHandle {
    let lock = NSLock()
    return try lock.withLock {
      try source.subscribe(options: options) { event in
        // Only to be told in order: the lock is given up before anything is done.
        lock.withLock {}
        listener(event)
      }
    }
  }
}
