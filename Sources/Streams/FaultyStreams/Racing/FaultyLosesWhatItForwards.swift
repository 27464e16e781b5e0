import FakeListener
import SluiceConformance

/// Breaks `cancellation.buffer-declared`: a task forwards from a pipe, which the listener fills, to
/// a stream that hands out what it holds after a cancel, as it declares; what the pipe holds then
/// is lost.
///
/// First-in-first-out the task has forwarded each value before anything else happens.
enum FaultyLosesWhatItForwards {
  static let subject = RacingSubject(
    subject: FaultySubject.streaming(
      "loses-what-it-forwards", breaks: "cancellation.buffer-declared", in: ""
    ) { source, options, continuation in
      let (events, pipe) = AsyncStream<ListenerEvent<SentinelElement>>.makeStream()
      let forwarding = Task {
        for await event in events {
          switch event {
          case .value(let element): continuation.yield(element)
          case .failure(let error), .both(_, let error): continuation.finish(throwing: error)
          case .finish: continuation.finish()
          case .nothing: continue
          }
        }
      }
      do {
        let handle = try source.subscribe(options: options) { event in pipe.yield(event) }
        continuation.onTermination = { _ in
          pipe.finish()
          handle.remove()
          forwarding.cancel()
        }
      } catch {
        pipe.yield(.failure(error))
        pipe.finish()
      }
    }.subject,
    rule: "cancellation.buffer-declared",
    caseID:
      "listener/cancellation/callback-races/a value races the cancel of its consumer/waiting/direct"
  )
}
