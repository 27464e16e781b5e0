import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Breaks `memory.allocations-flat`: a manager keeps a page of a kilobyte for each subscription
/// that it has served, by the number of the subscription.
enum FaultyKeepsAPageForEach {
  static let subject = FaultySubject.making(
    "keeps-a-page-for-each", breaks: "memory.allocations-flat", in: "started-for-days",
    Manager.init
  ) { manager in
    StreamPerIteration {
      manager.servePage()
      return StreamPerIteration.listening(to: manager.source, .none)
    }
  }

  private final class Manager: Sendable {
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
        state.pages[state.served] = [UInt8](repeating: UInt8(state.served & 0xFF), count: 1024)
      }
    }
  }
}
