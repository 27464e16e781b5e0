import Dispatch
import FakeListener
import SluiceConformance

/// Breaks `cancellation.suspended-removes` although it declares to settle: it removes fifty
/// milliseconds later, in case somebody subscribes again.
enum FaultyPausesBeforeItRemoves {
  static let subject = FaultySubject.streaming(
    "pauses-before-it-removes", breaks: "cancellation.suspended-removes",
    in: "cancel-while-waiting", removal: .settled
  ) { source, options, continuation in
    let handle = source.addListener(options: options) { element, error in
      continuation.pass(element, error)
    }
    continuation.onTermination = { _ in
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50)) { handle.remove() }
    }
  }
}
