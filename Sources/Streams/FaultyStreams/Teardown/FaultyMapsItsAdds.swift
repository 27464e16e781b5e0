import FakeListener
import SluiceConformance

/// Breaks `teardown.balanced`: it adds its two listeners in a `map`, and where the second add
/// throws the array with the first one's handle is never there.
enum FaultyMapsItsAdds {
  static let subject = FaultySubject.wired(
    "maps-its-adds", breaks: "teardown.balanced", in: "throwing-second-add",
    traits: { traits in traits.listeners = 2 },
    wire: { source, options, outlet in
      let callbacks: [ListenerCallback<SentinelElement>] = [
        .value { element in outlet.pass(.value(element)) },
        .event { event in outlet.pass(event) }.only { _ in false },
      ]
      let latches = try callbacks.map { callback in
        let latch = HandleLatch()
        latch.handle = try source.addListener(
          options: options, callback, throwing: (any Error).self)
        return latch
      }
      outlet.continuation.onTermination = { [latch = outlet.latch] _ in
        latch.isOver = true
        for latch in latches { latch.release() }
      }
      // What ended it inside add found no handler.
      if outlet.latch.isOver { for latch in latches { latch.release() } }
    })
}
