import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Streams that keep memory of their own from one subscription to the next, up to a limit.
enum ControlKeeping {
  /// Every one of them.
  static let all = [caching, pooling, pruning]

  /// A manager with a page for each of the last sixteen subscriptions.
  private static let caching = subject("right-caches-its-last-pages", Cache.init) { cache in
    StreamPerIteration {
      cache.servePage()
      return StreamPerIteration.listening(to: cache.source, .none)
    }
  }

  /// A manager that lends a page to each subscription, and takes it back when that is over.
  private static let pooling = subject("right-reuses-its-pages", Pool.init) { pool in
    StreamPerIteration {
      // What the source keeps of a listener must not keep the source, as the pool does.
      let pages = pool.pages
      let page = pages.take()
      return StreamPerIteration.listening(
        to: pool.source, .none,
        remove: { handle in
          handle.remove()
          pages.giveBack(page)
        })
    }
  }

  /// A manager with a list of its continuations, from which those are taken that have finished.
  private static let pruning = subject("right-lists-its-continuations", List.init) { list in
    StreamPerIteration {
      .wired(list.source, .none) { source, options, outlet in
        let place = list.add(outlet.continuation)
        outlet.continuation.onTermination = { [latch = outlet.latch] _ in
          latch.release()
          list.remove(place)
        }
        outlet.keep(
          try source.addEventListener(options: options, throwing: (any Error).self) { event in
            outlet.pass(event)
          })
      }
    }
  }

  private static func subject<Made>(
    _ name: String, _ make: @escaping @Sendable (FakeListener<SentinelElement>) -> Made,
    open: @escaping @Sendable (Made) -> StreamPerIteration
  ) -> Subject {
    Subject(
      name, over: .sentinels, traits: .asyncThrowingStreamPerIterator, making: make, open: open)
  }

  private static func makePage(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(number & 0xFF), count: 1024)
  }

  private final class Cache: Sendable {
    private struct State {
      var pages: [Int: [UInt8]] = [:]
      var served = 0
    }

    let source: FakeListener<SentinelElement>
    private let state = Mutex(State())

    init(_ source: FakeListener<SentinelElement>) {
      self.source = source
    }

    func servePage() {
      state.withLock { state in
        state.served += 1
        state.pages[state.served] = makePage(state.served)
        state.pages[state.served - 16] = nil
      }
    }
  }

  private final class Pool: Sendable {
    let source: FakeListener<SentinelElement>
    let pages = Pages()

    init(_ source: FakeListener<SentinelElement>) {
      self.source = source
    }
  }

  private final class Pages: Sendable {
    private let free = Mutex<[[UInt8]]>([])

    func take() -> [UInt8] { free.withLock { free in free.popLast() } ?? makePage(0) }

    func giveBack(_ page: [UInt8]) { free.withLock { free in free.append(page) } }
  }

  private final class List: Sendable {
    private struct State {
      var continuations: [Int: StreamPerIteration.Stream.Continuation] = [:]
      var last = 0
    }

    let source: FakeListener<SentinelElement>
    private let state = Mutex(State())

    init(_ source: FakeListener<SentinelElement>) {
      self.source = source
    }

    func add(_ continuation: StreamPerIteration.Stream.Continuation) -> Int {
      state.withLock { state in
        state.last += 1
        state.continuations[state.last] = continuation
        return state.last
      }
    }

    func remove(_ place: Int) {
      let removed = state.withLock { state in state.continuations.removeValue(forKey: place) }
      _ = consume removed
    }
  }
}
