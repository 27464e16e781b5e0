import FakeListener
import SluiceConformance

/// Breaks `cancellation.suspended-removes` although it declares to settle: the task that is to
/// remove asks an object for it that nobody has kept.
enum FaultyRemovesThroughWhatHasGone {
  static let subject = FaultySubject.streaming(
    "removes-through-what-has-gone", breaks: "cancellation.suspended-removes",
    in: "cancel-while-waiting", removal: .settled
  ) { source, options, continuation in
    let handle = source.addListener(options: options) { element, error in
      continuation.pass(element, error)
    }
    let listeners = Listeners(handle: handle)
    continuation.onTermination = { [weak listeners] _ in
      Task { await listeners?.remove() }
    }
  }

  private actor Listeners {
    private let handle: ListenerHandle

    init(handle: ListenerHandle) {
      self.handle = handle
    }

    func remove() { handle.remove() }
  }
}
