import DemandStreams
import Dispatch
import Foundation
import Sluice
import SluiceSimulation
import Testing

@Suite("Publisher of a sequence")
struct SequencePublisherTests {
  private typealias Spy = SpySubscriber<Int, Never>

  @Test("never hands over more than was asked for, nor asks the sequence for more")
  func demand() throws {
    try withStage { stage in
      let numbers = Numbers.upTo(9)
      let spy = Spy()
      stage.perform { numbers.publisher.subscribe(spy) }
      stage.settle()
      #expect(spy.log == ["subscribed", "ready"])
      #expect(numbers.record.all.isEmpty)
      stage.perform { spy.request(.max(2)) }
      stage.settle()
      #expect(spy.values == [1, 2])
      #expect(numbers.calls == 2)
      stage.perform {
        spy.request(.max(1))
        spy.request(.max(2))
      }
      stage.settle()
      #expect(spy.values == [1, 2, 3, 4, 5])
      #expect(numbers.calls == 5)
      stage.perform { spy.cancel() }
    }
  }

  @Test("adds what receive returns to what was asked for")
  func returned() throws {
    try withStage { stage in
      let numbers = Numbers.upTo(9)
      let spy = Spy(asking: .max(2))
      spy.onValue = { _, value in value < 4 ? .max(1) : .none }
      stage.perform { numbers.publisher.subscribe(spy) }
      stage.settle()
      #expect(spy.values == [1, 2, 3, 4, 5])
      stage.perform { spy.cancel() }
    }
  }

  @Test("begins when its subscriber has the subscription, whatever was asked for by then")
  func subscribedFirst() throws {
    try withStage(schedules: 50) { stage in
      let spy = Spy(asking: .unlimited)
      stage.perform { Numbers.upTo(2).publisher.subscribe(spy) }
      stage.settle()
      #expect(spy.log == ["subscribed", "ready", "1", "2", "finished"])
    }
  }

  @Test("begins no sooner, also where its subscriber takes its time over the subscription")
  func subscribedSlowly() throws {
    try withStage { stage in
      let spy = Spy()
      spy.onSubscription = { spy in
        spy.request(.max(2))
        // The simulation goes on meanwhile.
        usleep(1000)
      }
      stage.perform { Numbers.upTo(9).publisher.subscribe(spy) }
      stage.advance(by: .seconds(1))
      #expect(spy.log == ["subscribed", "ready", "1", "2"])
      stage.perform { spy.cancel() }
    }
  }

  @Test("takes requests and a cancel from many threads")
  func threads() async {
    let (untilEnd, end) = AsyncStream.makeStream(of: Never.self)
    let spy = Spy()
    spy.onEnd = { end.finish() }
    Numbers.upTo(4000).publisher.subscribe(spy)
    let box = SimulationConfined(spy.subscription)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 1...501 { box.value?.request(.max(1)) }
    }
    // No thread of the pool stands still: the publisher's task needs one, and there may be two, of
    // which Dispatch wakes the other only when this one has gone on.
    for await _ in untilEnd {}
    #expect(spy.values == Array(1...4000))

    let numbers = Numbers.upTo(.max)
    let cancelled = Spy(asking: .max(10))
    numbers.publisher.subscribe(cancelled)
    let other = SimulationConfined(cancelled.subscription)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 1...50 { other.value?.request(.max(1)) }
      if thread % 2 == 0 { other.value?.cancel() }
    }
    #expect(numbers.calls <= 410)
  }

  @Test("tells of the end at the request behind the last element")
  func end() throws {
    try withStage { stage in
      let spy = Spy(asking: .max(2))
      stage.perform { Numbers.upTo(2).publisher.subscribe(spy) }
      stage.settle()
      #expect(spy.news == ["1", "2"])
      stage.perform { spy.request(.max(1)) }
      stage.settle()
      #expect(spy.news == ["1", "2", "finished"])
      stage.perform { spy.request(.max(1)) }
      stage.settle()
      #expect(spy.news == ["1", "2", "finished"])
    }
  }

  @Test("that reads ahead tells of the end without demand, and asks for one more at most")
  func readingAhead() throws {
    try withStage { stage in
      let nothing = Spy()
      stage.perform { Numbers.upTo(0).publisher(readingAhead: true).subscribe(nothing) }
      stage.settle()
      #expect(nothing.news == ["finished"])
      let numbers = Numbers.upTo(2)
      let spy = Spy()
      stage.perform { numbers.publisher(readingAhead: true).subscribe(spy) }
      stage.settle()
      #expect(spy.news == [])
      #expect(numbers.calls == 1)
      stage.perform { spy.request(.max(2)) }
      stage.settle()
      #expect(spy.news == ["1", "2", "finished"])
    }
  }

  @Test("passes a failure on with its type, whatever was asked for")
  func failure() throws {
    try withStage { stage in
      let numbers = Numbers<Broken> { call in
        call == 1 ? .success(1) : .failure(Broken(number: call))
      }
      for ahead in [false, true] {
        let spy = SpySubscriber<Int, Broken>(asking: ahead ? .max(1) : .max(2))
        stage.perform { numbers.publisher(readingAhead: ahead).subscribe(spy) }
        stage.settle()
        #expect(spy.news == ["1", "failed Broken(number: 2)"])
      }
      #expect(numbers.record.all.count { line in line == "gone" } == 2)
    }
  }

  @Test("passes on a cancellation error that the sequence throws of itself")
  func ownCancellationError() throws {
    try withStage { stage in
      let numbers = Numbers<any Error> { _ in .failure(CancellationError()) }
      let spy = SpySubscriber<Int, any Error>(asking: .max(1))
      stage.perform { numbers.publisher.subscribe(spy) }
      stage.settle()
      #expect(spy.news == ["failed CancellationError()"])
    }
  }

  @Test("ends the iteration at a cancel, in next and while it waits for demand, and says nothing")
  func cancel() throws {
    for demand in [Subscribers.Demand.max(1), .max(2), .unlimited] {
      try withStage { stage in
        let numbers = Numbers.waitingAfter(1)
        let spy = Spy(asking: demand)
        stage.perform { numbers.publisher.subscribe(spy) }
        stage.settle()
        #expect(numbers.record.all.last == "next")
        stage.perform { spy.cancel() }
        stage.settle()
        stage.perform { spy.request(.max(1)) }
        stage.settle()
        #expect(spy.news == ["1"])
        #expect(numbers.record.all.last == "gone")
      }
    }
  }

  @Test("makes nothing of a cancellation error at a cancel")
  func cancellationError() throws {
    try withStage { stage in
      let numbers = Numbers<any Error> { _ in
        _ = await forEver()
        return .failure(CancellationError())
      }
      let spy = SpySubscriber<Int, any Error>(asking: .unlimited)
      stage.perform { numbers.publisher.subscribe(spy) }
      stage.settle()
      stage.perform { spy.cancel() }
      stage.settle()
      #expect(spy.news == [])
      #expect(numbers.record.all == ["iterator", "next", "gone"])
    }
  }

  @Test("iterates nothing when it is cancelled before anything is asked for, or as it subscribes")
  func cancelEarly() throws {
    try withStage { stage in
      let numbers = Numbers.upTo(3)
      let spy = Spy(asking: .unlimited)
      spy.onSubscription = { spy in spy.cancel() }
      let idle = Spy()
      stage.perform {
        numbers.publisher.subscribe(spy)
        numbers.publisher.subscribe(idle)
        idle.cancel()
        idle.request(.max(1))
      }
      stage.settle()
      #expect(spy.news == [] && idle.news == [])
      #expect(numbers.record.all == [])
    }
  }

  @Test("bears a cancel and a request inside receive")
  func inside() throws {
    try withStage { stage in
      let spy = Spy(asking: .max(1))
      spy.onValue = { spy, value in
        if value == 3 { spy.cancel() } else { spy.request(.max(1)) }
        return .max(1)
      }
      let numbers = Numbers.upTo(9)
      stage.perform { numbers.publisher.subscribe(spy) }
      stage.settle()
      #expect(spy.news == ["1", "2", "3"])
      #expect(numbers.record.all.last == "gone")
      #expect(spy.deepest == 1)
    }
  }

  @Test("is iterated by each subscriber on its own")
  func two() throws {
    try withStage { stage in
      let numbers = Numbers.upTo(3)
      let (one, other) = (Spy(asking: .unlimited), Spy(asking: .max(2)))
      stage.perform {
        let publisher = numbers.publisher
        publisher.subscribe(one)
        publisher.subscribe(other)
      }
      stage.settle()
      #expect(one.news == ["1", "2", "3", "finished"])
      #expect(other.news == ["1", "2"])
      #expect(numbers.record.all.count { line in line == "iterator" } == 2)
      stage.perform { other.cancel() }
    }
  }

  @Test("lets go of its subscriber at the end and at a cancel")
  func memory() throws {
    try withStage { stage in
      for isCancelled in [false, true] {
        weak var released: Spy?
        stage.perform {
          let spy = Spy(asking: .unlimited)
          released = spy
          let numbers = isCancelled ? Numbers.waitingAfter(1) : Numbers.upTo(1)
          numbers.publisher.subscribe(spy)
        }
        stage.settle()
        if isCancelled {
          #expect(released != nil)
          stage.perform { released?.cancel() }
          stage.settle()
        } else {
          // The subscriber holds its subscription, as subscribers do, and nothing holds either.
        }
        #expect(released == nil)
      }
    }
  }

  @Test("ends when nobody holds the subscription and nothing is asked for")
  func abandoned() throws {
    try withStage { stage in
      let numbers = Numbers.upTo(9)
      let heard = Record<Int>()
      stage.perform {
        numbers.publisher.subscribe(
          AnySubscriber<Int, Never>(
            receiveSubscription: { subscription in subscription.request(.max(2)) },
            receiveValue: { value in
              heard.append(value)
              return value == 1 ? .max(1) : .none
            }))
      }
      stage.settle()
      #expect(heard.all == [1, 2, 3])
      #expect(numbers.record.all.last == "gone")
    }
  }

  @Test("is woken by a cancel that races a request, and neither hangs nor hands over too much")
  func racing() throws {
    let tried = try withStage(schedules: 200) { stage in
      let numbers = Numbers.waitingAfter(3)
      let spy = Spy(asking: .max(1))
      stage.perform { numbers.publisher.subscribe(spy) }
      stage.race { spy.request(.max(1)) }
      stage.race { spy.cancel() }
      stage.race { spy.request(.max(1)) }
      stage.settle()
      #expect(spy.values.count <= 3)
      #expect(numbers.record.all.isEmpty || numbers.record.all.last == "gone")
      #expect(numbers.calls <= 3)
    }
    #expect(tried.distinct > 20)
  }
}
