import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Streams that do harm to other consumers when the iterator goes of one whose iteration is over.
enum DroppingStreams {
  /// Every one, with the rule that has to say so and a shipped case in which it does.
  static let all: [DeclaringSubject] = [
    DeclaringSubject(
      "shares-and-leaves-again-with-the-iterator", "isolation.cancel-one-spares-others",
      "a cancelled reader lets go of its iterator, and another one reads on",
      Traits.broadcast
    ) { source, options in
      LatestSequence<LeavesAgain>(source: source, options: options)
    },
    DeclaringSubject(
      "frees-its-slot-again-with-the-iterator", "isolation.restart",
      "an iterator that is over is let go of when another one has begun",
      .asyncThrowingStreamPerIterator
    ) { source, options in
      SlottedSequence(source: source, options: options)
    },
  ]

  /// Counts one reader fewer when a reader leaves, and once more when the iterator goes of one that
  /// was cancelled.
  private enum LeavesAgain: LatestSteps {
    static var countsItsIterator: Bool { true }
    static func replay(_ latest: SentinelElement?) -> [SentinelElement] { [] }
  }
}

/// Keeps its handles in numbered slots, of which each new listener takes the first that is free; an
/// iteration frees its slot when it is over, and once more with its iterator, whoever has it then.
private struct SlottedSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions
  private let slots = Slots()

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    self.source = source
    self.options = options
  }

  func makeAsyncIterator() -> Iterator {
    let slots = slots
    let slot = slots.take()
    let stream = StreamPerIteration.Stream { continuation in
      let latch = HandleLatch()
      let release: @Sendable () -> Void = {
        if latch.isOver { return }
        latch.isOver = true
        slots.free(slot)
      }
      continuation.onTermination = { _ in release() }
      do {
        let handle = try source.subscribe(options: options) { event in
          if latch.isOver { return }
          switch event {
          case .failure, .both, .finish: release()
          case .value, .nothing: break
          }
          continuation.hear(event)
        }
        slots.put(handle, in: slot)
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return Iterator(lease: Lease(of: slot, in: slots), base: stream.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let lease: Lease
    var base: StreamPerIteration.Stream.AsyncIterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await base.next(isolation: actor)
    }
  }

  fileprivate final class Lease: Sendable {
    private let slot: Int
    private let slots: Slots

    init(of slot: Int, in slots: Slots) {
      self.slot = slot
      self.slots = slots
    }

    deinit { slots.free(slot) }
  }
}

private final class Slots: Sendable {
  private enum Slot {
    case free
    case taken
    case full(ListenerHandle)
  }

  private let slots = Mutex<[Slot]>([])

  func take() -> Int {
    slots.withLock { slots in
      let free = slots.firstIndex { slot in if case .free = slot { true } else { false } }
      guard let free else {
        slots.append(.taken)
        return slots.count - 1
      }
      slots[free] = .taken
      return free
    }
  }

  func put(_ handle: ListenerHandle, in slot: Int) {
    let isWanted = slots.withLock { slots in
      guard case .taken = slots[slot] else { return false }
      slots[slot] = .full(handle)
      return true
    }
    if !isWanted { handle.remove() }
  }

  func free(_ slot: Int) {
    let handle = slots.withLock { slots -> ListenerHandle? in
      defer { slots[slot] = .free }
      if case .full(let handle) = slots[slot] { return handle }
      return nil
    }
    handle?.remove()
  }
}
