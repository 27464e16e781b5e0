import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `delivery.no-invented-values`: a later iterator is first handed the value that an earlier
/// one got last, although the source has not called it back again.
enum FaultyReplaysTheLastValue {
  static let subject = FaultySubject.over(
    "replays-the-last-value", breaks: "delivery.no-invented-values", in: "iterated-many-times",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      let last = Last()
      return StreamPerIteration {
        .wired(source, options) { source, options, outlet in
          if let element = last.element { outlet.pass(.value(element)) }
          let handle = try source.subscribe(options: options) { event in
            if case .value(let element) = event { last.element = element }
            outlet.pass(event)
          }
          outlet.keep(handle)
        }
      }
    })

  private final class Last: Sendable {
    private let state = Mutex<SentinelElement?>(nil)

    var element: SentinelElement? {
      get { state.withLock { element in element } }
      set { state.withLock { element in element = newValue } }
    }
  }
}
