import SluiceSpies
import Synchronization

/// What consumers tell their stage, which need not ask each of many after every event then.
final class ConsumerNews: Sendable {
  private struct State {
    var hasRunaway = false
    /// The numbers of those past the end, in order.
    var pastTheEnd: [Int] = []
  }

  private let state = Mutex(State())

  /// Whether one of them has got so many answers at one instant that there would be no end to it.
  var hasRunaway: Bool { state.withLock { state in state.hasRunaway } }

  /// Those whose loop is over and whose iterator is kept, in the order of their numbers.
  var pastTheEnd: [Int] { state.withLock { state in state.pastTheEnd } }

  /// A consumer runs away.
  func runsAway() {
    state.withLock { state in state.hasRunaway = true }
  }

  /// A consumer comes past the end, or goes.
  func comes(_ consumer: ConsumerID, pastTheEnd isThere: Bool) {
    state.withLock { state in
      let place = state.pastTheEnd.partition { number in number < consumer.number }
      let wasThere =
        place < state.pastTheEnd.count && state.pastTheEnd[place] == consumer.number
      if isThere, !wasThere { state.pastTheEnd.insert(consumer.number, at: place) }
      if !isThere, wasThere { state.pastTheEnd.remove(at: place) }
    }
  }
}
