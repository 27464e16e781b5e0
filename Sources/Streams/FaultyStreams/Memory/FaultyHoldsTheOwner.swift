import FakeListener
import Synchronization

/// Breaks `memory.owner-released`: a clean-up keeps itself and the handle, and the handle holds the
/// owner.
enum FaultyHoldsTheOwner {
  static let subject = FaultySubject.streaming(
    "holds-the-owner", breaks: "memory.owner-released", in: "cancel-while-waiting"
  ) { source, options, continuation in
    let handle = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
    let cleanUp = CleanUp(handle)
    continuation.onTermination = { _ in cleanUp.run() }
  }

  private final class CleanUp: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)
    private let handle: ListenerHandle

    init(_ handle: ListenerHandle) {
      self.handle = handle
      action.withLock { action in
        action = { self.handle.remove() }
      }
    }

    func run() {
      action.withLock { action in action }?()
    }
  }
}
