import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Streams that keep memory of their own from one subscription to the next, up to a limit.
enum ControlKeeping {
  /// Every one of them.
  static let all = [caching, pooling]

  /// A manager with a page for each of the last sixteen subscriptions.
  private static let caching = Subject(
    "right-caches-its-last-pages", over: .sentinels, traits: .asyncThrowingStreamPerIterator,
    making: { source in PageKeeper(source, room: 16) },
    open: { keeper in StreamPerIteration { keeper.open() } })

  /// A manager that lends a page to each subscription, and takes it back when that is over.
  private static let pooling = Subject(
    "right-reuses-its-pages", over: .sentinels, traits: .asyncThrowingStreamPerIterator,
    making: Pool.init
  ) { pool in
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

  private final class Pool: Sendable {
    let source: FakeListener<SentinelElement>
    let pages = Pages()

    init(_ source: FakeListener<SentinelElement>) {
      self.source = source
    }
  }

  private final class Pages: Sendable {
    private let free = Mutex<[[UInt8]]>([])

    func take() -> [UInt8] {
      free.withLock { free in free.popLast() } ?? PageKeeper.makePage(0)
    }

    func giveBack(_ page: [UInt8]) { free.withLock { free in free.append(page) } }
  }
}
