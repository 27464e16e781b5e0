import FakeListener
import Synchronization

/// A manager that keeps a page of a kilobyte for each of the last subscriptions it has served.
final class PageKeeper: Sendable {
  private struct State {
    var pages: [Int: [UInt8]] = [:]
    var served = 0
  }

  let source: FakeListener<SentinelElement>
  private let room: Int
  private let state = Mutex(State())

  /// A manager with room for some pages; by default for any number of them.
  init(_ source: FakeListener<SentinelElement>, room: Int = .max) {
    self.source = source
    self.room = room
  }

  /// A stream for one more subscription, with its page.
  func open() -> StreamPerIteration.Stream {
    state.withLock { state in
      state.served += 1
      state.pages[state.served] = PageKeeper.makePage(state.served)
      state.pages[state.served - room] = nil
    }
    return StreamPerIteration.listening(to: source, .none)
  }

  static func makePage(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(number & 0xFF), count: 1024)
  }
}
