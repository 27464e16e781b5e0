import FakeListener
import Synchronization

/// Breaks `delivery.wakes-waiter`: it stores every value, and tells of what is stored where that
/// has changed; an equal value waits for the next change.
enum FaultyTellsOfChangesOnly {
  static let subject = FaultySubject.wired(
    "tells-of-changes-only", breaks: "delivery.wakes-waiter", in: "values-one-by-one"
  ) { source, options, outlet in
    let store = Store()
    let handle = try source.subscribe(options: options) { event in
      guard case .value(let element) = event else {
        for element in store.takeAll() { outlet.pass(.value(element)) }
        return outlet.pass(event)
      }
      if store.put(element) {
        for element in store.takeAll() { outlet.pass(.value(element)) }
      }
    }
    outlet.keep(handle)
  }

  private final class Store: Sendable {
    private struct State {
      var elements: [SentinelElement] = []
      var last: SentinelElement?
    }

    private let state = Mutex(State())

    /// Stores a value, and says whether it is another than the last.
    func put(_ element: SentinelElement) -> Bool {
      state.withLock { state in
        state.elements.append(element)
        defer { state.last = element }
        return state.last?.value != element.value
      }
    }

    func takeAll() -> [SentinelElement] {
      state.withLock { state in
        defer { state.elements = [] }
        return state.elements
      }
    }
  }
}
