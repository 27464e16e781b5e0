import Foundation
import Glibc
import SluiceSimulation
import Testing

/// A subject whose consumer waits for a real thread.
private enum Threaded {
  static func waitForFoundation() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume() }
    }
  }

  static func waitForPosix() async {
    await withCheckedContinuation { continuation in startPosix(continuation) }
  }

  // The box is retained here, and released by the one thread that it is passed to; the continuation
  // is resumed there, once.
  static func startPosix(_ continuation: CheckedContinuation<Void, Never>) {
    let context = unsafe Unmanaged.passRetained(Box(continuation)).toOpaque()
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().continuation.resume()
        return nil
      }, context)
    pthread_detach(thread)
  }

  static func startAndForget() {
    Thread.detachNewThread {}
  }

  private final class Box: Sendable {
    let continuation: CheckedContinuation<Void, Never>
    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
  }
}

@Suite("Thread")
struct ThreadTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let place: String
    let body: @Sendable () async -> Void
    var testDescription: String { place }
  }

  static let cases: [Case] = [
    Case(place: "Threaded.waitForFoundation()", body: Threaded.waitForFoundation),
    Case(place: "Threaded.startPosix(", body: Threaded.waitForPosix),
  ]

  @Test(
    "started inside is an escape with its place, the same in each of 1,000 runs", arguments: cases)
  func created(_ subject: Case) async throws {
    let first = await Simulation().run { await subject.body() }
    guard case .escaped(let escapes) = first else {
      Issue.record("\(first)")
      return
    }
    #expect(escapes.map(\.label) == ["body"])
    #expect(escapes.map(\.kind) == [.thread])
    let place = try #require(escapes.first?.place)
    #expect(place.contains(subject.place), "\(place)")
    for _ in 1..<1_000 {
      let outcome = await Simulation().run { await subject.body() }
      guard outcome == first else {
        Issue.record("\(outcome)")
        return
      }
    }
  }

  @Test("started inside makes a run escape that would be stuck, or finish")
  func whateverItDoes() async {
    let keep = Keep()
    let stuck = await Simulation().run {
      Threaded.startAndForget()
      await withCheckedContinuation { keep.put($0) }
    }
    let finished = await Simulation().run { Threaded.startAndForget() }
    for outcome in [stuck, finished] {
      guard case .escaped(let escapes) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(escapes.map(\.kind) == [.thread])
      #expect("\(escapes[0])".hasPrefix("body started a thread in "))
      #expect("\(escapes[0])".hasSuffix(" in SluiceSimulationTests.Threaded.startAndForget()"))
    }
    keep.resumeAll()
  }

  @Test("is known by its place when it resumes a task later")
  func resumption() {
    Simulation().perform { simulation in
      let keep = Keep()
      simulation.spawn("consumer") { await withCheckedContinuation { keep.put($0) } }
      #expect(simulation.settle() == nil)
      let isDone = DispatchSemaphore(value: 0)
      simulation.stimulus("start") {
        Thread.detachNewThread {
          // Whoever a thread starts has the same place.
          Thread.detachNewThread {
            keep.resumeAll()
            isDone.signal()
          }
        }
      }
      isDone.wait()
      guard case .escaped(let created) = simulation.settle(),
        case .escaped(let resumed) = simulation.settle()
      else {
        Issue.record("not seen")
        return
      }
      #expect(created.map(\.label) == ["start"])
      #expect(created.map(\.kind) == [.thread])
      #expect(resumed.map(\.label) == ["consumer"])
      #expect(resumed.map(\.kind) == [.task])
      #expect(resumed[0].place == created[0].place)
      #expect(created[0].place?.contains("ThreadTests.resumption()") == true)
      #expect(simulation.settle() == nil)
      #expect(simulation.liveTasks == 0)
      simulation.end()
    }
  }

  @Test("of Dispatch's own is nobody's", .startsIdlePrograms)
  func workers() async {
    await #expect(processExitsWith: .success) {
      let source = DispatchSource.makeUserDataAddSource(queue: .global(qos: .background))
      source.setEventHandler {}
      source.activate()
      let outcome = await Simulation().run {
        // Nobody has used this queue in the process yet: whoever does starts its first worker.
        source.add(data: 1)
      }
      precondition(outcome == .finished)
    }
  }

  @Test("that uses a callback queue from outside makes the run escape, and doesn't trap")
  func call() {
    Simulation().perform { simulation in
      let queue = CallbackQueue(in: simulation)
      let ran = Record<Int>()
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        queue.async("source.deliver") { ran.append(1) }
        isDone.signal()
      }
      isDone.wait()
      _ = simulation.settle()
      #expect(simulation.settle() == .escaped([Escape(label: "source.deliver", kind: .call)]))
      #expect(simulation.settle() == nil)
      #expect(ran.all.isEmpty)
      simulation.end()
    }
  }
}
