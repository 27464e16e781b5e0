import Dispatch
import FakeListener
import SluiceConformance

/// Breaks `reentrancy.no-lock-across-callout`: it removes its listener on the queue on which its
/// listener looks whether all is over, so that what is called back inside remove waits for itself.
enum FaultyRemovesOnItsOwnQueue {
  static let subject = FaultySubject.over(
    "removes-on-its-own-queue", breaks: "reentrancy.no-lock-across-callout",
    in: "value-inside-the-remove-at-the-break",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      StreamPerIteration {
        let queue = DispatchQueue(label: "subscription")
        let latch = HandleLatch()
        return StreamPerIteration.listening(
          to: source, options,
          tell: { event, pass in
            let isOver = queue.sync { latch.isOver }
            if !isOver { pass(event) }
          },
          remove: { handle in
            queue.sync {
              handle.remove()
              latch.isOver = true
            }
          })
      }
    })
}
