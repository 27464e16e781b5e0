import Dispatch
import FakeListener
import SluiceConformance

/// Breaks `registration.declared-point`: it declares to register with its iterator, which puts the
/// add on a queue and comes back.
enum FaultyAddsOnAQueue {
  static let subject = FaultySubject.over(
    "adds-on-a-queue", breaks: "registration.declared-point", in: "values-one-by-one",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      StreamPerIteration {
        LateStreams.stream(source, options) { add in
          DispatchQueue(label: "registrations").async(execute: add)
        }
      }
    })
}
