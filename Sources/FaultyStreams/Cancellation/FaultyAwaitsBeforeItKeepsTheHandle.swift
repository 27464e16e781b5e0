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
          continuation.onTermination = { _ in Task { await registrar.remove() } }
          Task {
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
    private var handle: ListenerHandle?
    private var isOver = false

    func add(
      to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
      _ listener: @escaping @Sendable (ListenerEvent<SentinelElement>) -> Void
    ) async throws {
      guard !isOver else { return }
      let handle = try source.addEventListener(options: options, listener)
      await note()
      self.handle = handle
    }

    func remove() {
      isOver = true
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
