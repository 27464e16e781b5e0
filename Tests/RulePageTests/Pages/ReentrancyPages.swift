import Dispatch
import FakeListener
import Foundation
import SluiceConformance
import SluiceSpies

/// The pages of the group `reentrancy`, and of callbacks that wait.
enum ReentrancyPages {
  static let all = [cancelInCallback, noLockAcrossCallout, callbackNonblocking]

  static let cancelInCallback = RulePage.values(.cancelInCallback) { source in
    AsyncStream { continuation in
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      // wrong: reentrancy.cancel-in-callback
      slot.value = source.addValueListener { price in
        continuation.yield(price)
        // A cancel inside this callback has removed already.
        if isOver.isRaised { slot.value?.remove() }
      }
      continuation.onTermination = { _ in
        isOver.raise()
        slot.value?.remove()
      }
      // end
    }
  } right: { source in
    AsyncStream { continuation in
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      // right: reentrancy.cancel-in-callback
      slot.value = source.addValueListener { price in
        continuation.yield(price)
        // The handle is taken out under a lock, by the first that removes.
        if isOver.isRaised { slot.take()?.remove() }
      }
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()
      }
      // end
    }
  }

  static let noLockAcrossCallout = RulePage.values(.noLockAcrossCallout) { source in
    AsyncStream { continuation in
      // wrong: reentrancy.no-lock-across-callout
      let lock = NSLock()
      let handle = lock.withLock {
        source.addValueListener { price in
          _ = lock.withLock { continuation.yield(price) }
        }
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  } right: { source in
    AsyncStream { continuation in
      // right: reentrancy.no-lock-across-callout
      let lock = NSLock()
      let handle = source.addValueListener { price in
        _ = lock.withLock { continuation.yield(price) }
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  }

  static let callbackNonblocking = RulePage.sequences(
    .callbackNonblocking, .asyncStreamPerIterator, lacking: .fail, .finish, .sendNothing
  ) { source in
    Iterating { CallbackNonblockingWrong(source) }
  } right: { source in
    Iterating { CallbackNonblockingRight(source) }
  }
}

private struct CallbackNonblockingWrong: AsyncIteratorProtocol {
  var prices: AsyncStream<Double>.Iterator
  let room = DispatchSemaphore(value: 0)

  init(_ source: Ticker) {
    let (prices, continuation) = AsyncStream<Double>.makeStream()
    self.prices = prices.makeAsyncIterator()
    let room = room
    // wrong: buffering.callback-nonblocking
    let handle = source.addValueListener { price in
      continuation.yield(price)
      room.wait()  // next() signals it
    }
    // end
    continuation.onTermination = { _ in handle.remove() }
  }

  mutating func next(isolation actor: isolated (any Actor)?) async -> Double? {
    room.signal()
    return await prices.next(isolation: actor)
  }
}

private struct CallbackNonblockingRight: AsyncIteratorProtocol {
  var prices: AsyncStream<Double>.Iterator

  init(_ source: Ticker) {
    let (prices, continuation) = AsyncStream<Double>.makeStream()
    self.prices = prices.makeAsyncIterator()
    // right: buffering.callback-nonblocking
    let handle = source.addValueListener { price in
      continuation.yield(price)
    }
    // end
    continuation.onTermination = { _ in handle.remove() }
  }

  mutating func next(isolation actor: isolated (any Actor)?) async -> Double? {
    await prices.next(isolation: actor)
  }
}
