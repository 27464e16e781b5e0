import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `memory.allocations-flat`: the app has a list of its continuations, in a static property,
/// from which none is taken that has finished.
enum FaultyCollectsContinuations {
  static let subject = FaultySubject.wired(
    "collects-continuations", breaks: "memory.allocations-flat", in: "started-for-days"
  ) { source, options, outlet in
    list.withLock { list in list.append(outlet.continuation) }
    outlet.keep(
      try source.addEventListener(options: options, throwing: (any Error).self) { event in
        outlet.pass(event)
      })
  }

  private static let list = Mutex<[StreamPerIteration.Stream.Continuation]>([])
}
