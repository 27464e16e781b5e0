import FakeListener
import SluiceConformance

/// Breaks `completion.empty-completes`: a task waits for the first value to set itself up, and
/// returns without a word where there is none.
enum FaultyAwaitsAFirstValue {
  static let subject = FaultySubject.streaming(
    "awaits-a-first-value", breaks: "completion.empty-completes", in: "end-without-values",
    removal: .settled
  ) { source, options, outer in
    let forwarding = Forwarding(source: source, options: options, outer: outer)
    let task = Task {
      do {
        let (events, handle) = forwarding.listen()
        defer { handle?.remove() }
        var rest = events.makeAsyncIterator()
        guard let first = await rest.next(), try forwarding.hand(on: first) else { return }
        while let event = await rest.next(), try forwarding.hand(on: event) {}
        outer.finish()
      } catch {
        outer.finish(throwing: error)
      }
    }
    outer.onTermination = { _ in task.cancel() }
  }
}
