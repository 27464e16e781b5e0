import DemandStreams
import Sluice
import SluiceSimulation
import Synchronization
import Testing

/// How many objects are alive, and how many there were at most.
private final class Census: Sendable {
  private let counts = Mutex<(alive: Int, most: Int)>((0, 0))

  var alive: Int { counts.withLock { counts in counts.alive } }
  var most: Int { counts.withLock { counts in counts.most } }

  func count(_ change: Int) {
    counts.withLock { counts in
      counts.alive += change
      counts.most = max(counts.most, counts.alive)
    }
  }
}

/// A number that is counted while it lives.
private final class Item: Sendable {
  let number: Int
  private let census: Census

  init(_ number: Int, in census: Census) {
    self.number = number
    self.census = census
    census.count(1)
  }

  deinit { census.count(-1) }
}

private struct Items: AsyncSequence, Sendable {
  let last: Int
  let census: Census

  func makeAsyncIterator() -> Iterator { Iterator(items: self) }

  struct Iterator: AsyncIteratorProtocol {
    let items: Items
    var number = 0

    mutating func next(isolation actor: isolated (any Actor)?) async -> Item? {
      guard number < items.last else { return nil }
      number += 1
      return Item(number, in: items.census)
    }
  }
}

@Suite("Bridges with many values")
struct ManyValuesTests {
  @Test("hand over ten thousand at a demand of one, on a stack that does not grow")
  func oneByOne() throws {
    try withStage { stage in
      for asksInside in [false, true] {
        let spy = SpySubscriber<Int, Never>(asking: .max(1))
        spy.onValue = { spy, _ in
          if asksInside { spy.request(.max(1)) }
          return asksInside ? .none : .max(1)
        }
        stage.perform { Numbers.upTo(10_000).publisher.subscribe(spy) }
        stage.settle()
        #expect(spy.values == Array(1...10_000))
        #expect(spy.log.last == "finished")
        #expect(spy.deepest == 1)
      }
    }
  }

  @Test("hand over ten thousand to a consumer and back, each asked for by itself")
  func roundTrip() throws {
    try withStage { stage in
      let numbers = Numbers.upTo(10_000)
      let sum = Record<Int>()
      stage.perform {
        stage.simulation.spawn("consumer") {
          for await number in numbers.publisher.values { sum.append(number) }
        }
      }
      stage.settle()
      #expect(sum.all == Array(1...10_000))
      #expect(numbers.calls == 10_001)
    }
  }

  @Test("hand over a million at unlimited demand, and keep none of them")
  func million() throws {
    try withStage { stage in
      let census = Census()
      let sum = Mutex(0)
      let items = Items(last: 1_000_000, census: census)
      var sink: AnyCancellable?
      stage.perform {
        sink = items.publisher.sink { item in sum.withLock { sum in sum += item.number } }
      }
      stage.settle()
      #expect(sum.withLock { sum in sum } == 500_000_500_000)
      #expect(census.most <= 2)
      #expect(census.alive == 0)
      withExtendedLifetime(sink) {}
    }
  }

  @Test("keep no more than their buffer, of a hundred thousand that come without being asked for")
  func flood() throws {
    try withStage { stage in
      let census = Census()
      let subject = PassthroughSubject<Item, Never>()
      let taken = Record<Int>()
      stage.perform {
        stage.simulation.spawn("consumer") {
          for await item in subject.values(bufferingUpTo: 3) { taken.append(item.number) }
        }
      }
      stage.settle()
      stage.perform {
        for number in 1...100_000 { subject.send(Item(number, in: census)) }
        subject.send(completion: .finished)
      }
      stage.settle()
      #expect(taken.all == [1, 2, 3, 4])
      #expect(census.most <= 5)
      #expect(census.alive == 0)
    }
  }
}
