import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `time.quiescent-idle`: its iterator looks into the buffer each second, as who
/// does who has no continuation to wait on.
enum FaultyPollsItsBuffer {
  static let subject = FaultySubject.over(
    "polls-its-buffer", breaks: "time.quiescent-idle", in: "idle-for-a-while",
    open: { source, options in PolledSequence(source: source, options: options) })

  private struct PolledSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement
    typealias Failure = any Error

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator {
      Iterator(source: source, options: options)
    }
  }

  private final class Inbox: Sendable {
    let events = Mutex<[ListenerEvent<SentinelElement>]>([])

    func take() -> ListenerEvent<SentinelElement>? {
      events.withLock { events in events.isEmpty ? nil : events.removeFirst() }
    }
  }

  /// Removes its listener when it is let go of.
  private final class Registration: Sendable {
    private let latch = HandleLatch()

    init(_ handle: ListenerHandle) { latch.handle = handle }

    deinit { remove() }

    func remove() { latch.takeHandle()?.remove() }
  }

  private struct Iterator: AsyncIteratorProtocol {
    let source: FakeListener<SentinelElement>
    let options: ListenerOptions
    let inbox = Inbox()
    var registration: Registration?
    var isOver = false

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      guard !isOver else { return nil }
      do {
        let element = try await poll()
        if element == nil { end() }
        return element
      } catch {
        end()
        throw error
      }
    }

    private mutating func end() {
      isOver = true
      registration?.remove()
    }

    private mutating func poll() async throws -> SentinelElement? {
      if registration == nil {
        let handle = try source.subscribe(options: options) { [inbox] event in
          inbox.events.withLock { events in events.append(event) }
        }
        registration = Registration(handle)
      }
      let listener = registration
      return try await withTaskCancellationHandler {
        while !Task.isCancelled {
          switch inbox.take() {
          case .value(let element): return element
          case .failure(let error), .both(_, let error): throw error
          case .finish: return nil
          case .nothing: continue
          case nil: try? await Task.sleep(for: .seconds(1))
          }
        }
        return nil
      } onCancel: {
        listener?.remove()
      }
    }
  }
}
