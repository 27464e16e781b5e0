import DemandStreams
import SluiceSimulation
import Synchronization

/// Sequences that a sink fills: everything is asked for at once, and a stream keeps it or does not.
enum FaultySinksIntoAStream {
  static let bridges: [FaultyBridge<any PublisherBridge>] = [
    FaultyBridge(
      name: "sinks-into-a-stream", rule: "cancellation.suspended-removes",
      bridge: Sinking(isCancelled: false, buffer: nil)),
    FaultyBridge(
      name: "sinks-into-a-stream-without-end", rule: "demand.asks-as-declared",
      bridge: Sinking(isCancelled: true, buffer: nil)),
    FaultyBridge(
      name: "sinks-into-a-buffer-of-one", rule: "delivery.each-value-once",
      bridge: Sinking(isCancelled: true, buffer: 1)),
  ]

  private struct Sinking: PublisherBridge {
    /// Whether the end of the stream cancels the sink.
    let isCancelled: Bool
    /// How many of the newest values are kept; nil for all.
    let buffer: Int?

    func values<Base: Publisher & Sendable>(
      of base: Base
    ) -> any AsyncSequence<Base.Output, any Error> & Sendable
    where Base.Output: Sendable, Base.Failure == any Error {
      AsyncThrowingStream<Base.Output, any Error>(
        bufferingPolicy: buffer.map { count in .bufferingNewest(count) } ?? .unbounded
      ) { continuation in
        let sink = base.sink(
          receiveCompletion: { completion in
            switch completion {
            case .finished: continuation.finish()
            case .failure(let failure): continuation.finish(throwing: failure)
            }
          },
          receiveValue: { value in continuation.yield(value) })
        let box = CallbackBox(sink)
        // Somebody has to hold the sink: here it is the stream, until it ends.
        continuation.onTermination = { [isCancelled] _ in
          if isCancelled { box.callback.cancel() } else { _ = Leak(box) }
        }
      }
    }
  }

  /// A sink that nobody cancels, because it holds itself.
  private final class Leak: Sendable {
    private let sink: CallbackBox<AnyCancellable>
    private let itself = Mutex<Leak?>(nil)

    init(_ sink: CallbackBox<AnyCancellable>) {
      self.sink = sink
      itself.withLock { itself in itself = self }
    }
  }
}
