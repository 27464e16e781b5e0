import Dispatch
import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// A sequence that subscribes somewhere else, where it is opened and where it is iterated.
private struct SubscribingSequence: AsyncSequence {
  let spy: Spy
  /// Has an add be made, wherever that is.
  let place: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(_ spy: Spy, _ place: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.spy = spy
    self.place = place
    place { spy.addCalled(options: .string("opened")).addReturned() }
  }

  func makeAsyncIterator() -> Iterator {
    place { [spy] in spy.addCalled(options: .string("iterated")).addReturned() }
    return Iterator()
  }

  struct Iterator: AsyncIteratorProtocol {
    mutating func next() async -> Int? { nil }
  }
}

@Suite("Attribution of an add")
struct AttributionTests {
  enum Place: String, CaseIterable {
    case here, task, detached, queue, later, queueOfATask
    case afterAYield, afterASleep, afterAQueue, afterATask

    /// Whether the task that adds is suspended before it does.
    var isSuspended: Bool {
      switch self {
      case .afterAYield, .afterASleep, .afterAQueue, .afterATask: true
      case .here, .task, .detached, .queue, .later, .queueOfATask: false
      }
    }

    var perform: @Sendable (@escaping @Sendable () -> Void) -> Void {
      switch self {
      case .here: { add in add() }
      case .task: { add in Task { add() } }
      case .detached: { add in Task.detached { add() } }
      case .queue: { add in DispatchQueue(label: "adds").async(execute: add) }
      case .later: { add in DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: add) }
      case .queueOfATask:
        { add in Task.detached { DispatchQueue.global().async(execute: add) } }
      case .afterAYield:
        { add in
          Task {
            await Task.yield()
            await Task.yield()
            add()
          }
        }
      case .afterASleep:
        { add in
          Task {
            try? await Task.sleep(for: .seconds(1))
            add()
          }
        }
      case .afterAQueue:
        { add in
          Task {
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async { continuation.resume() }
            }
            add()
          }
        }
      case .afterATask:
        { add in
          Task {
            await Task { await Task.yield() }.value
            add()
          }
        }
      }
    }
  }

  @Test(
    "is to the sequence that was opened, and to the consumer that iterates, wherever it is made",
    arguments: Place.allCases, [nil, "family"])
  func consumers(_ place: Place, _ group: String?) throws {
    let adds = try Simulation().perform { (simulation) throws(StageError) in
      let stage = Stage(in: simulation)
      for name in ["A", "B"] {
        var options = ConsumerOptions()
        options.group = group
        try stage.start(name, options) { () throws(SubjectError) in
          ErasedSequence(SubscribingSequence(stage.spy, place.perform)) { number in
            .integer(Int64(number))
          }
        }
      }
      #expect(stage.settle() == nil)
      #expect(stage.advance(to: Instant.start.advanced(by: .seconds(2))) == nil)
      simulation.end()
      return stage.log.entries.compactMap { entry -> [String: Event.Caller]? in
        guard case .addCalled(_, let caller, .string(let what)) = entry.event else { return nil }
        return [what: caller]
      }
    }
    #expect(adds.count == 4)
    for number in 1...2 {
      // A consumer that has begun before the add may have asked for it.
      let opened = adds.compactMap { add in add["opened"] }
      let sequence = SequenceID(number)
      #expect(opened.count { caller in caller.sequence == sequence } == 1)
      if !place.isSuspended { #expect(opened.contains(Event.Caller(sequence: sequence))) }
      let iterated = Event.Caller(sequence: sequence, consumer: ConsumerID(number))
      #expect(adds.contains(["iterated": iterated]))
    }
  }

  /// A task that performs what it is sent, made by whoever sends something first.
  private final class Worker: Sendable {
    private let line = Mutex<AsyncStream<@Sendable () -> Void>.Continuation?>(nil)

    func perform(_ work: @escaping @Sendable () -> Void) {
      let line = line.withLock { line in
        if let line { return line }
        let (works, made) = AsyncStream<@Sendable () -> Void>.makeStream()
        Task { for await work in works { work() } }
        line = made
        return made
      }
      line.yield(work)
    }
  }

  /// A worker of the process: what its task inherits is of the first test that needs it.
  private static let service: @Sendable (@escaping @Sendable () -> Void) -> Void = { work in
    Service.shared.perform(work)
  }

  private final class Service: Sendable {
    static let shared = Service()
    private let line: AsyncStream<@Sendable () -> Void>.Continuation

    init() {
      let (works, line) = AsyncStream<@Sendable () -> Void>.makeStream()
      self.line = line
      Task { for await work in works { work() } }
    }

    func perform(_ work: @escaping @Sendable () -> Void) { line.yield(work) }
  }

  /// Who made the adds of two consumers, by what they say of themselves.
  private func adds(
    settling: Bool, _ place: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) throws -> [(what: String, caller: Event.Caller)] {
    try Simulation().perform { (simulation) throws(StageError) in
      let stage = Stage(in: simulation)
      for name in ["A", "B"] {
        try stage.start(name) { () throws(SubjectError) in
          ErasedSequence(SubscribingSequence(stage.spy, place)) { number in
            .integer(Int64(number))
          }
        }
        if settling { #expect(stage.settle() == nil) }
      }
      #expect(stage.settle() == nil)
      simulation.end()
      return stage.log.entries.compactMap { entry in
        guard case .addCalled(_, let caller, .string(let what)) = entry.event else { return nil }
        return (what, caller)
      }
    }
  }

  @Test(
    "is to who asks for it, where a task performs it that somebody else has made",
    arguments: [false, true])
  func sharedWorker(_ isService: Bool) throws {
    let worker = Worker()
    let own: @Sendable (@escaping @Sendable () -> Void) -> Void = { work in worker.perform(work) }
    let place = isService ? AttributionTests.service : own
    for _ in 1...2 {
      let adds = try adds(settling: true, place)
      #expect(adds.map { add in add.what } == ["opened", "iterated", "opened", "iterated"])
      for number in 1...2 {
        let consumer = Event.Caller(sequence: SequenceID(number), consumer: ConsumerID(number))
        #expect(adds[2 * number - 1].caller == consumer)
      }
      // The worker of a test that is over is parked with its simulation.
      if !isService { return }
    }
  }

  @Test("is to nobody where several have asked before the task came to it")
  func severalAsked() throws {
    let worker = Worker()
    let adds = try adds(settling: false) { work in worker.perform(work) }
    #expect(adds.count == 4)
    #expect(!adds.contains { add in add.caller.consumer != nil })
  }

  @Test("is to nobody where the script makes it, in whatever call of a stream's that falls")
  func script() {
    Simulation().perform { simulation in
      let stage = Stage(in: simulation)
      simulation.stimulus("listener.send") { stage.spy.addCalled().addReturned() }
      simulation.schedule("listener.later") { stage.spy.addCalled().addReturned() }
      #expect(stage.settle() == nil)
      #expect(stage.spy.callers == [.unknown, .unknown])
      simulation.end()
    }
  }
}
