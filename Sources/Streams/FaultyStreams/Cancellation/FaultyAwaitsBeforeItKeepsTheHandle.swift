import FakeListener
import SluiceConformance

/// Breaks `cancellation.registration-race`: an actor awaits something between its add and its
/// keeping of the handle, and a cancel that it serves meanwhile finds none.
enum FaultyAwaitsBeforeItKeepsTheHandle {
  static let subject = FaultySubject.over(
    "awaits-before-it-keeps-the-handle", breaks: "cancellation.registration-race",
    in: "cancel-inside-add",
    traits: { traits in
      traits = .asyncThrowingStreamPerIterator
      traits.removal = .settled
    },
    open: { source, options in
      StreamPerIteration {
        StreamPerIteration.Stream { continuation in
          let registrar = Registrar()
          let latch = HandleLatch()
          continuation.onTermination = { reason in
            latch.isOver = true
            if case .finished = reason { registrar.ended.isOver = true }
            Task { await registrar.remove() }
          }
          Task {
            guard !latch.isOver else { return }
            do {
              try await registrar.add(to: source, options) { event in
                continuation.pass(event)
              }
            } catch {
              continuation.finish(throwing: error)
            }
          }
        }
      }
    })

  private actor Registrar {
    /// Whether the source has ended the stream, of which it has thought.
    nonisolated let ended = HandleLatch()
    private var handle: ListenerHandle?

    func add(
      to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
      _ listener: @escaping @Sendable (ListenerEvent<SentinelElement>) -> Void
    ) async throws {
      let handle = try source.subscribe(options: options, listener)
      await note()
      if ended.isOver { handle.remove() } else { self.handle = handle }
    }

    func remove() {
      handle?.remove()
      handle = nil
    }

    /// Writes to a log that is another actor's, say.
    private func note() async {
      await Task.yield()
    }
  }
}

extension AsyncThrowingStream.Continuation
where Element == SentinelElement, Failure == any Error {
  /// Hands on what an event brings.
  fileprivate func pass(_ event: ListenerEvent<SentinelElement>) {
    switch event {
    case .value(let element): yield(element)
    case .failure(let error), .both(_, let error): finish(throwing: error)
    case .finish: finish()
    case .nothing: return
    }
  }
}
