import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSpies

enum MemoryPages {
  static let all = [capturesReleased, ownerReleased, tasksEnded, churnFlat, allocationsFlat]

  static let capturesReleased = RulePage(
    rule: .capturesReleased,
    wrong: .init(counted { CapturesReleasedWrong($0).onPrice }),
    right: .init(counted { CapturesReleasedRight($0).onPrice }))

  /// A stream of prices that the kit sees die, whose listener calls what a relay keeps.
  private static func counted(
    _ relay:
      @escaping @Sendable (AsyncStream<Price>.Continuation) -> Box<@Sendable (Price) -> Void>
  ) -> Subject {
    Subject(
      RulePage.name, over: .sentinels.lacking(.fail, .finish, .sendNothing), traits: .asyncStream
    ) { source in
      AsyncStream { continuation in
        let relay = relay(continuation)
        let handle = source.addValueListener { relay.value?($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
    }
  }

  static let ownerReleased = RulePage.values(.ownerReleased) { source in
    AsyncStream { continuation in OwnerReleasedWrong(source).open(continuation) }
  } right: { source in
    AsyncStream { continuation in OwnerReleasedRight(source).open(continuation) }
  }

  static let tasksEnded = RulePage.values(.tasksEnded) { source in
    AsyncStream { continuation in
      // wrong: memory.tasks-ended
      let (prices, inner) = AsyncStream<Double>.makeStream()
      let handle = source.addValueListener { inner.yield($0) }
      Task {
        for await price in prices { continuation.yield(price) }
      }
      continuation.onTermination = { _ in handle.remove() }
      // end
    }
  } right: { source in
    AsyncStream { continuation in
      // right: memory.tasks-ended
      let (prices, inner) = AsyncStream<Double>.makeStream()
      let handle = source.addValueListener { inner.yield($0) }
      let task = Task {
        for await price in prices { continuation.yield(price) }
      }
      continuation.onTermination = { _ in
        handle.remove()
        task.cancel()
      }
      // end
    }
  }

  static let churnFlat = RulePage.managers(.churnFlat, ChurnFlatWrong.self, ChurnFlatRight.self)
  static let allocationsFlat = RulePage.managers(
    .allocationsFlat, AllocationsFlatWrong.self, AllocationsFlatRight.self)
}

/// A price that the kit sees die.
private typealias Price = SentinelElement

private final class CapturesReleasedWrong: Sendable {
  let last = Box<Price>()
  let onPrice = Box<@Sendable (Price) -> Void>()

  // wrong: memory.captures-released
  init(_ continuation: AsyncStream<Price>.Continuation) {
    onPrice.value = { price in  // a property
      self.last.value = price
      continuation.yield(price)
    }
  }
  // end
}

private final class CapturesReleasedRight: Sendable {
  let last = Box<Price>()
  let onPrice = Box<@Sendable (Price) -> Void>()

  // right: memory.captures-released
  init(_ continuation: AsyncStream<Price>.Continuation) {
    onPrice.value = { [weak self] price in  // a property
      self?.last.value = price
      continuation.yield(price)
    }
  }
  // end
}

private final class OwnerReleasedWrong: Sendable {
  let source: Ticker
  let slot = Box<ListenerHandle>()
  let close = Box<@Sendable () -> Void>()

  init(_ source: Ticker) { self.source = source }

  // wrong: memory.owner-released
  func open(_ continuation: AsyncStream<Double>.Continuation) {
    slot.value = source.addValueListener { continuation.yield($0) }
    close.value = { self.slot.take()?.remove() }  // a property
    continuation.onTermination = { _ in self.close.value?() }
  }
  // end
}

private final class OwnerReleasedRight: Sendable {
  let source: Ticker
  let slot = Box<ListenerHandle>()
  let close = Box<@Sendable () -> Void>()

  init(_ source: Ticker) { self.source = source }

  // right: memory.owner-released
  func open(_ continuation: AsyncStream<Double>.Continuation) {
    slot.value = source.addValueListener { continuation.yield($0) }
    // A property.
    close.value = { [weak self] in self?.slot.take()?.remove() }
    continuation.onTermination = { _ in self.close.value?() }
  }
  // end
}

private final class ChurnFlatWrong: Manager {
  let source: Ticker
  let count = List<Void>()
  let isRemoved = (0..<16).map { _ in Flag() }

  init(_ source: Ticker) { self.source = source }

  // wrong: memory.churn-flat
  func prices() -> AsyncStream<Double> {
    let place = count.append(()) % isRemoved.count  // 16 flags, a property
    return AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { [isRemoved] _ in
        if isRemoved[place].raise() { handle.remove() }
      }
    }
  }
  // end
}

private final class ChurnFlatRight: Manager {
  let source: Ticker

  init(_ source: Ticker) { self.source = source }

  // right: memory.churn-flat
  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let isRemoved = Flag()
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in
        if isRemoved.raise() { handle.remove() }
      }
    }
  }
  // end
}

private final class AllocationsFlatWrong: Manager {
  let source: Ticker
  let open = List<AsyncStream<Double>.Continuation>()

  init(_ source: Ticker) { self.source = source }

  // wrong: memory.allocations-flat
  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      open.append(continuation)  // a list, which is a property
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
  // end
}

private final class AllocationsFlatRight: Manager {
  let source: Ticker
  let open = List<AsyncStream<Double>.Continuation>()

  init(_ source: Ticker) { self.source = source }

  // right: memory.allocations-flat
  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let number = open.append(continuation)  // a list, which is a property
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { [open] _ in
        handle.remove()
        open.remove(number)
      }
    }
  }
  // end
}
