import Dispatch
import Foundation
import SluiceHarness
import SluiceRunner
import Synchronization
import Testing

@Suite("Side thread", .timeLimit(.minutes(2)))
struct SideThreadTests {
  private struct Refusal: Error, Equatable { let number: Int }

  /// What a thread owns: nobody else may touch it.
  private final class Notes {
    let thread = Thread.current
    var numbers: [Int] = []

    func note(_ number: Int) throws -> [Int] {
      #expect(Thread.current === thread)
      if number == 3 { throw Refusal(number: number) }
      numbers.append(number)
      return numbers
    }
  }

  @Test(
    "does one thing after the other with what it owns, until one fails", arguments: [true, false])
  func order(isApart: Bool) throws {
    let thread = SideThread(isApart: isApart) { Notes() }
    let pending = (1...5).map { number in thread.begin { notes in try notes.note(number) } }
    // In any order, and as often as anybody likes.
    for _ in 1...2 {
      #expect(throws: Refusal(number: 3)) { try pending[4].value() }
      #expect(throws: Refusal(number: 3)) { try pending[2].value() }
      #expect(try pending[1].value() == [1, 2])
      #expect(try pending[0].value() == [1])
      #expect(throws: Refusal(number: 3)) { try thread.check() }
    }
    let last = Mutex<[Int]>([])
    thread.end { notes in last.withLock { last in last = notes.numbers } }
    #expect(last.withLock { last in last } == [1, 2])
  }

  @Test("lets the one who asks go on meanwhile, and ends behind all that was asked for")
  func meanwhile() throws {
    let done = Mutex<[Int]>([])
    let goAhead = DispatchSemaphore(value: 0)
    let thread = SideThread(isApart: true) { 1 }
    let first = thread.begin { number in
      goAhead.wait()
      done.withLock { done in done.append(number) }
      return number
    }
    thread.begin { number in done.withLock { done in done.append(number + 1) } }
    try thread.check()
    #expect(done.withLock { done in done } == [])
    goAhead.signal()
    thread.end { number in done.withLock { done in done.append(number + 2) } }
    #expect(done.withLock { done in done } == [1, 2, 3])
    #expect(try first.value() == 1)
  }

  @Test("that is none does what it is asked for before the one who asks goes on")
  func none() throws {
    let done = Mutex(0)
    let thread = SideThread(isApart: false) { Notes() }
    thread.begin { notes in
      let noted = try notes.note(1)
      done.withLock { done in done = noted.count }
    }
    #expect(done.withLock { done in done } == 1)
    thread.end { notes in done.withLock { done in done += notes.numbers.count } }
    #expect(done.withLock { done in done } == 2)
  }

  @Test("that can't be started fails all that it is asked for, and is not waited for")
  func refused() throws {
    let refusal = WorkerError.noThread(reason: "there are enough")
    let thread = SideThread(
      isApart: true, startedBy: { _ throws(WorkerError) in throw refusal },
      { Notes() })
    let pending = thread.begin { notes in try notes.note(1) }
    #expect(throws: refusal) { try pending.value() }
    #expect(throws: refusal) { try thread.check() }
    thread.end { _ in Issue.record("there is no thread") }
  }

  @Test("is not needed for what is known")
  func known() throws {
    #expect(try Pending(5).value() == 5)
  }
}
