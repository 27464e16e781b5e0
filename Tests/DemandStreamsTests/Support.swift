import DemandStreams
import Sluice
import SluiceSimulation
import Synchronization

/// What a test writes down from any thread.
final class Record<Entry: Sendable>: Sendable {
  private let entries = Mutex<[Entry]>([])

  func append(_ entry: Entry) { entries.withLock { entries in entries.append(entry) } }

  var all: [Entry] { entries.withLock { entries in entries } }

  var count: Int { all.count }
}

/// A failure of a test's own type.
struct Broken: Error, Hashable {
  let number: Int
}

/// A subscriber that writes down what it gets, and asks as it is told.
final class SpySubscriber<Input: Sendable, Failure: Error>: Subscriber {
  private(set) var log: [String] = []
  private(set) var values: [Input] = []
  private(set) var subscription: (any Subscription)?
  /// How many calls of `receive(_:)` there were inside each other, at most.
  private(set) var deepest = 0
  private var depth = 0

  private let first: Subscribers.Demand
  var onValue: (SpySubscriber, Input) -> Subscribers.Demand = { _, _ in .none }
  var onSubscription: (SpySubscriber) -> Void = { _ in }
  var onEnd: () -> Void = {}

  /// A subscriber that asks for so much when it is subscribed.
  init(asking first: Subscribers.Demand = .none) {
    self.first = first
  }

  func receive(subscription: any Subscription) {
    log.append("subscribed")
    self.subscription = subscription
    onSubscription(self)
    if first > .none { subscription.request(first) }
    log.append("ready")
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    log.append("\(input)")
    values.append(input)
    depth += 1
    deepest = max(deepest, depth)
    defer { depth -= 1 }
    return onValue(self, input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: log.append("finished")
    case .failure(let failure): log.append("failed \(failure)")
    }
    onEnd()
  }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

  func cancel() { subscription?.cancel() }

  /// What came, without the two lines of the subscription.
  var news: [String] { log.filter { line in line != "subscribed" && line != "ready" } }
}

/// Numbers that a closure makes, with a record of what is asked of them.
struct Numbers<Failure: Error>: AsyncSequence, Sendable {
  typealias Element = Int

  let record = Record<String>()
  /// The answer to the call of that number, from 1 on.
  let answer: @Sendable (Int) async -> Result<Int?, Failure>

  /// How often `next()` was called.
  var calls: Int { record.all.count { line in line == "next" } }

  func makeAsyncIterator() -> Iterator {
    record.append("iterator")
    return Iterator(numbers: self, life: Life(record: record))
  }

  final class Life: Sendable {
    let record: Record<String>
    init(record: Record<String>) { self.record = record }
    deinit { record.append("gone") }
  }

  struct Iterator: AsyncIteratorProtocol {
    let numbers: Numbers
    let life: Life
    var call = 0

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Int? {
      call += 1
      numbers.record.append("next")
      switch await numbers.answer(call) {
      case .success(let number): return number
      case .failure(let failure): throw failure
      }
    }
  }
}

extension Numbers where Failure == Never {
  /// The numbers up to that one.
  static func upTo(_ last: Int) -> Numbers {
    Numbers { call in .success(call <= last ? call : nil) }
  }

  /// The numbers up to that one, and then none and no end, until the task is cancelled.
  static func waitingAfter(_ last: Int) -> Numbers {
    Numbers { call in
      if call <= last { return .success(call) }
      return .success(await forEver())
    }
  }
}

/// Waits until the task is cancelled.
func forEver() async -> Int? {
  let (stream, continuation) = AsyncStream<Int>.makeStream()
  var iterator = stream.makeAsyncIterator()
  let element = await iterator.next(isolation: nil)
  continuation.finish()
  return element
}

/// A consumer that asks for one element at a time, each in a task of its own.
final class Puller<Base: AsyncSequence & SendableMetatype> where Base.Element == Int {
  /// What the calls gave, in order.
  let log: Record<String>
  private var iterator: Base.AsyncIterator?
  private var task: Task<Void, Never>?

  init(_ base: Base, writingInto log: Record<String> = Record()) {
    self.log = log
    iterator = base.makeAsyncIterator()
  }

  /// Calls `next()` in a new task.
  func pull(on stage: TestStage) {
    let box = SimulationConfined(self)
    task = stage.simulation.spawn("pull") { await box.value.step() }
  }

  /// Cancels the task of the last call.
  func cancel() { task?.cancel() }

  /// Lets go of the iterator.
  func drop() { iterator = nil }

  private func step() async {
    guard var mine = iterator else { return }
    iterator = nil
    do throws(Base.Failure) {
      let element = try await mine.next(isolation: nil)
      log.append(element.map { element in "\(element)" } ?? "end")
    } catch {
      log.append("threw \(error)")
    }
    iterator = mine
  }
}

/// Runs a test in a simulation, under one order or more.
@discardableResult
func withStage(
  schedules: TestSchedules = .canonical, _ test: @escaping (TestStage) throws -> Void
) throws -> TriedSchedules {
  try simulate(schedules: schedules) { stage in try test(stage) }
}
