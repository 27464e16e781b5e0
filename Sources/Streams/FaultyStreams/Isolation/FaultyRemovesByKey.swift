import FakeListener
import SluiceConformance

/// Breaks `isolation.restart`: all subscriptions use one key, and the first's remove, late through
/// a task, takes away the second's listener.
enum FaultyRemovesByKey {
  static let subject = FaultySubject.over(
    "removes-by-key", breaks: "isolation.restart", in: "subscribe-cancel-subscribe",
    traits: { traits in
      traits.registration = .iterator
      traits.removal = .settled
      traits.bufferOnCancel = .drains
    },
    open: { source, options in
      StreamPerIteration {
        StreamPerIteration.Stream { continuation in
          source.addListener(
            forKey: "values", options: options,
            { element, error in continuation.pass(element, error) },
            onFinish: { continuation.finish() })
          continuation.onTermination = { _ in
            Task {
              await Task.yield()
              await Task.yield()
              source.removeListener(forKey: "values")
            }
          }
        }
      }
    })
}
