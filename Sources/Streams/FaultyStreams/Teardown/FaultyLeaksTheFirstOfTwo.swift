import FakeListener
import SluiceConformance

/// Breaks `teardown.balanced`: of two listeners, the first stays when the second can't be added.
enum FaultyLeaksTheFirstOfTwo {
  static let subject = FaultySubject.over(
    "leaks-the-first-of-two", breaks: "teardown.balanced", in: "throwing-second-add",
    traits: { traits in
      traits.listeners = 2
      traits.registration = .iterator
      traits.bufferOnCancel = .drains
    },
    open: { source, options in
      StreamPerIteration {
        StreamPerIteration.Stream { continuation in
          do {
            let values = try source.addValueListener(options: options, throwing: (any Error).self) {
              element in
              continuation.yield(element)
            }
            let ends = try source.subscribe(options: options) { event in
              switch event {
              case .failure(let error), .both(_, let error): continuation.finish(throwing: error)
              case .finish: continuation.finish()
              case .value, .nothing: break
              }
            }
            continuation.onTermination = { _ in
              values.remove()
              ends.remove()
            }
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    })
}
