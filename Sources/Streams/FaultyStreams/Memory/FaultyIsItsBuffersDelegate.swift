import FakeListener
import Synchronization

/// Breaks `memory.captures-released`: what listens owns a buffer and is its delegate, and the
/// buffer, which has the last element, refers to its delegate strongly.
enum FaultyIsItsBuffersDelegate {
  static let subject = FaultySubject.wired(
    "is-its-buffers-delegate", breaks: "memory.captures-released", in: "cancel-while-waiting"
  ) { source, options, outlet in
    let receiver = Receiver(outlet)
    outlet.keep(
      try source.subscribe(options: options) { event in receiver.receive(event) })
  }

  private final class Receiver: Sendable {
    private let buffer = Buffer()
    private let outlet: Outlet

    init(_ outlet: Outlet) {
      self.outlet = outlet
      buffer.delegate.withLock { delegate in delegate = self }
    }

    func receive(_ event: ListenerEvent<SentinelElement>) {
      if case .value(let element) = event { buffer.put(element) } else { outlet.pass(event) }
    }

    func bufferHas(_ element: SentinelElement) {
      outlet.pass(.value(element))
    }
  }

  private final class Buffer: Sendable {
    let delegate = Mutex<Receiver?>(nil)
    private let last = Mutex<SentinelElement?>(nil)

    func put(_ element: SentinelElement) {
      last.withLock { last in last = element }
      delegate.withLock { delegate in delegate }?.bufferHas(element)
    }
  }
}
