import Dispatch
import FakeListener

/// Breaks `registration.none-after-teardown`: it fails with the source's error, and adds again a
/// moment later, for nobody.
enum FaultyReconnectsAfterAnError {
  static let subject = FaultySubject.wired(
    "reconnects-after-an-error", breaks: "registration.none-after-teardown",
    in: "error-of-a-held-sequence"
  ) { source, options, outlet in
    // The source keeps the closure, so the closure must not keep the source.
    let reconnect: @Sendable () -> Void = { [weak source] in
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100)) {
        let handle = source?.addEventListener(options: options) { event in
          outlet.pass(event)
        }
        _ = handle
      }
    }
    let handle = try source.subscribe(options: options) { event in
      outlet.pass(event)
      if case .failure = event { reconnect() }
    }
    outlet.keep(handle)
  }
}
