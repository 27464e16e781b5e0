import FakeListener
import SluiceConformance

/// Breaks `time.quiescent-idle`: a task of its own wakes up each second to see whether the listener
/// is still there, until that is removed.
enum FaultyLooksAfterItsListener {
  static let subject = FaultySubject.over(
    "looks-after-its-listener", breaks: "time.quiescent-idle", in: "idle-for-a-while",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      StreamPerIteration {
        let watch = Task {
          while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
          }
        }
        return StreamPerIteration.listening(
          to: source, options,
          remove: { handle in
            handle.remove()
            watch.cancel()
          })
      }
    })
}
