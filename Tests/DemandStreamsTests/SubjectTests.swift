import DemandStreams
import Foundation
import Synchronization
import Testing

@Suite("Subjects")
struct SubjectTests {
  private typealias Spy = SpySubscriber<Int, Broken>

  @Test("hand each value to those who have asked, and a passthrough one drops the others")
  func passthrough() {
    let subject = PassthroughSubject<Int, Broken>()
    let (one, two) = (Spy(asking: .max(2)), Spy())
    subject.send(0)
    subject.subscribe(one)
    subject.subscribe(two)
    subject.send(1)
    two.request(.max(1))
    for value in 2...4 { subject.send(value) }
    #expect(one.log == ["subscribed", "ready", "1", "2"])
    #expect(two.news == ["2"])
  }

  @Test("tell of the end without demand, once, and whoever comes later at once")
  func end() {
    let subject = PassthroughSubject<Int, Broken>()
    let present = CurrentValueSubject<Int, Broken>(1)
    let (one, two) = (Spy(), Spy())
    subject.subscribe(one)
    present.subscribe(two)
    subject.send(completion: .failure(Broken(number: 1)))
    present.send(completion: .finished)
    subject.send(completion: .finished)
    subject.send(7)
    present.send(7)
    #expect(one.news == ["failed Broken(number: 1)"])
    #expect(two.news == ["finished"])
    #expect(present.value == 1)
    let (late, later) = (Spy(asking: .unlimited), Spy(asking: .unlimited))
    subject.subscribe(late)
    present.subscribe(later)
    #expect(late.log == ["subscribed", "ready", "failed Broken(number: 1)"])
    #expect(later.news == ["finished"])
  }

  @Test("with a present value begin with it, as soon as one is asked for, and keep the latest")
  func current() {
    let subject = CurrentValueSubject<Int, Broken>(1)
    let spy = Spy()
    subject.subscribe(spy)
    #expect(spy.news == [])
    subject.value = 2
    subject.send(3)
    #expect(subject.value == 3)
    spy.request(.max(2))
    #expect(spy.news == ["3"])
    subject.send(4)
    subject.send(5)
    #expect(spy.news == ["3", "4"])
    spy.request(.max(1))
    #expect(spy.news == ["3", "4", "5"])
    spy.request(.max(1))
    #expect(spy.news == ["3", "4", "5"])
  }

  @Test("add what receive returns, and hand over nothing after a cancel, also inside receive")
  func reply() {
    let subject = PassthroughSubject<Int, Broken>()
    let spy = Spy(asking: .max(1))
    spy.onValue = { spy, value in
      if value == 3 { spy.cancel() }
      return .max(1)
    }
    subject.subscribe(spy)
    for value in 1...5 { subject.send(value) }
    subject.send(completion: .finished)
    spy.request(.unlimited)
    #expect(spy.news == ["1", "2", "3"])
  }

  @Test("that are sent to from within a subscriber recurse no deeper, and keep the order")
  func recursion() {
    let subject = PassthroughSubject<Int, Broken>()
    let spy = Spy(asking: .max(1))
    spy.onValue = { _, value in
      if value < 10_000 { subject.send(value + 1) }
      return .none
    }
    // What is sent inside finds demand, since the subscriber asks before it sends.
    let other = Spy(asking: .unlimited)
    spy.onValue = { spy, value in
      spy.request(.max(1))
      if value < 10_000 { subject.send(value + 1) }
      return .none
    }
    subject.subscribe(spy)
    subject.subscribe(other)
    subject.send(1)
    #expect(spy.values == Array(1...10_000))
    #expect(other.values == Array(1...10_000))
    #expect(spy.deepest == 1)
  }

  @Test("send what another publisher has, ask it when somebody asks, and cancel it with themselves")
  func upstream() {
    let publisher = ScriptedPublisher<Broken>()
    do {
      let subject = PassthroughSubject<Int, Broken>()
      let spy = Spy()
      let connection = publisher.subscribe(subject)
      subject.subscribe(spy)
      #expect(publisher.record.all == ["subscribe"])
      spy.request(.max(1))
      publisher.send(1)
      publisher.send(2)
      #expect(publisher.record.all == ["subscribe", "unlimited"])
      #expect(spy.news == ["1"])
      connection.cancel()
      #expect(publisher.record.all == ["subscribe", "unlimited", "cancel"])
      publisher.finish()
      #expect(spy.news == ["1"])
    }
    let source = ScriptedPublisher<Broken>()
    do {
      let subject = PassthroughSubject<Int, Broken>()
      subject.send(subscription: ScriptedPublisher.Handle(source))
      #expect(source.record.all == [])
    }
    #expect(source.record.all == ["cancel"])
    let other = ScriptedPublisher<Broken>()
    let present = CurrentValueSubject<Int, Broken>(0)
    let connection = other.subscribe(present)
    #expect(other.record.all == ["subscribe", "unlimited"])
    other.send(5)
    #expect(present.value == 5)
    other.finish()
    present.send(6)
    #expect(present.value == 5)
    connection.cancel()
  }

  @Test("let go of subscribers at the end and at a cancel, and of values that were replaced")
  func memory() {
    final class Object: Sendable {}
    let subject = CurrentValueSubject<Object, Never>(Object())
    weak var first: Object?
    weak var sunk: SpySubscriber<Object, Never>?
    do {
      first = subject.value
      let spy = SpySubscriber<Object, Never>()
      sunk = spy
      subject.subscribe(spy)
      spy.cancel()
    }
    subject.send(Object())
    #expect(first == nil)
    #expect(sunk == nil)
  }

  @Test("without a value just tell that it has happened")
  func void() {
    let subject = PassthroughSubject<Void, Never>()
    let count = Mutex(0)
    let sink = subject.sink { count.withLock { count in count += 1 } }
    subject.send()
    subject.send()
    #expect(count.withLock { count in count } == 2)
    sink.cancel()
  }

  @Test("bear senders, subscribers and cancels on many threads, and tell all of the same order")
  func threads() {
    let subject = PassthroughSubject<Int, Never>()
    let seen = (0..<4).map { _ in Record<Int>() }
    let sinks = seen.map { record in subject.sink { value in record.append(value) } }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<500 {
        subject.send(thread * 500 + number)
        if number % 50 == 0 { subject.sink { _ in }.cancel() }
      }
    }
    #expect(Set(seen[0].all) == Set(0..<4000))
    for record in seen { #expect(record.all == seen[0].all) }
    for sink in sinks { sink.cancel() }
  }
}
