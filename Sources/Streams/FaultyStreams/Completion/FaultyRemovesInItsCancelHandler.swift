import FakeListener

/// Breaks `completion.removes-listener`: the remove stands in the handler of a cancel and behind an
/// error, and nothing stands behind the loop.
enum FaultyRemovesInItsCancelHandler {
  static let subject = FaultySubject.forwarding(
    "removes-in-its-cancel-handler", breaks: "completion.removes-listener", in: "end-while-waiting"
  ) { forwarding in
    let (events, handle) = forwarding.listen()
    let latch = HandleLatch()
    latch.handle = handle
    try await withTaskCancellationHandler {
      do {
        for await event in events {
          guard try forwarding.hand(on: event) else { return }
        }
      } catch {
        latch.release()
        throw error
      }
    } onCancel: {
      latch.release()
    }
  }
}
