import FakeListener
import SluiceConformance

/// What a task works with that reads a listener's events in a loop and forwards them.
struct Forwarding: Sendable {
  typealias Event = ListenerEvent<SentinelElement>

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions
  let outer: StreamPerIteration.Stream.Continuation

  /// Adds a listener; what it is called with can be awaited, and an add that throws is the last of
  /// it.
  func listen() -> (events: AsyncStream<Event>, handle: ListenerHandle?) {
    let (events, inbox) = AsyncStream<Event>.makeStream()
    do {
      let handle = try source.subscribe(options: options) { event in inbox.yield(event) }
      return (events, handle)
    } catch {
      inbox.yield(.failure(error))
      return (events, nil)
    }
  }

  /// Forwards an event, and says whether there is more to come.
  func hand(on event: Event) throws -> Bool {
    switch event {
    case .value(let element):
      outer.yield(element)
      return true
    case .failure(let error), .both(_, let error): throw error
    case .finish: return false
    case .nothing: return true
    }
  }
}

extension FaultySubject {
  /// A faulty stream that a task of its own feeds, which the consumer's end cancels; it so declares
  /// to settle.
  ///
  /// - Parameters:
  ///   - name: What it does wrong; the subject is called `faulty-` and that.
  ///   - rule: The id of the rule that it breaks.
  ///   - situation: The name of a situation in which it breaks that rule.
  ///   - body: What the task does; the stream ends with it, or fails with what it throws.
  /// - Returns: The stream with its rule.
  static func forwarding(
    _ name: String, breaks rule: String, in situation: String,
    body: @escaping @Sendable (Forwarding) async throws -> Void
  ) -> FaultySubject {
    streaming(name, breaks: rule, in: situation, removal: .settled) { source, options, outer in
      let forwarding = Forwarding(source: source, options: options, outer: outer)
      let task = Task {
        do {
          try await body(forwarding)
          outer.finish()
        } catch {
          outer.finish(throwing: error)
        }
      }
      outer.onTermination = { _ in task.cancel() }
    }
  }
}
