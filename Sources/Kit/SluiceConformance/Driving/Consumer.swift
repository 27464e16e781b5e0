import SluiceSimulation
public import SluiceSpies
import Synchronization

/// One consumer of a stream under test: its task, its gate and what it has got so far.
public final class Consumer: Sendable {
  private struct State {
    var outputs: [Received] = []
    /// How many answers came at the instant of the last one.
    var crowd = 0
    var lastInstant = Instant.start
    var loopEnd: Event.LoopEnd?
    var isBreaking = false
    var task: Task<Void, Never>?
    var isCancelled = false
    var phase = Phase.starting
  }

  /// One answer of `next()`, and how many events the simulation had run by then.
  public struct Received: Sendable, Hashable {
    /// The answer.
    public var output: Event.Output
    /// The step.
    public var step: Int
  }

  /// How far a consumer has come.
  enum Phase {
    /// It has made no iterator yet.
    case starting
    /// It iterates.
    case iterating
    /// Its loop is over, and its iterator is kept for calls past the end.
    case pastTheEnd
    /// Its task has ended.
    case over
  }

  /// The consumer's number in the log.
  public let id: ConsumerID
  /// The consumer's name in the scenario.
  public let name: String
  /// The sequence that it iterates.
  public let sequence: SequenceID
  /// How it goes about its loop.
  public let options: ConsumerOptions
  let gate = Gate()
  private let news: ConsumerNews
  private let state = Mutex(State())

  init(
    _ id: ConsumerID, name: String, sequence: SequenceID, options: ConsumerOptions,
    telling news: ConsumerNews
  ) {
    self.news = news
    self.id = id
    self.name = name
    self.sequence = sequence
    self.options = options
  }

  /// What `next()` has answered so far within the loop, in order; answers past the end are in the
  /// log alone.
  public var outputs: [Received] {
    state.withLock { state in state.outputs }
  }

  /// The number of answers so far.
  public var outputCount: Int {
    state.withLock { state in state.outputs.count }
  }

  /// Whether the consumer's task has ended.
  public var isOver: Bool { phase == .over }

  var phase: Phase {
    get {
      #if DEBUG
        WorkCounter.count(1)
      #endif
      return state.withLock { state in state.phase }
    }
    set {
      let before = state.withLock { state in
        defer { state.phase = newValue }
        // A task's memory lives as long as a reference to the task.
        if newValue == .over { state.task = nil }
        return state.phase
      }
      if newValue == .over, before != .over { news.ends() }
      guard (before == .pastTheEnd) != (newValue == .pastTheEnd) else { return }
      news.comes(id, pastTheEnd: newValue == .pastTheEnd)
    }
  }

  /// The consumer's task, from its start to its end.
  var task: Task<Void, Never>? {
    get { state.withLock { state in state.task } }
    set {
      let isLate = state.withLock { state in
        state.task = newValue
        return state.isCancelled
      }
      if isLate { newValue?.cancel() }
    }
  }

  /// Cancels the consumer's task; one that is just being started is cancelled when it is known.
  func cancelTask() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    // The stream's cancellation handlers run inside the call.
    let wasInside = SubjectAllocations.enter()
    defer { SubjectAllocations.restore(wasInside) }
    task?.cancel()
  }

  var isBreaking: Bool {
    get { state.withLock { state in state.isBreaking } }
    set { state.withLock { state in state.isBreaking = newValue } }
  }

  /// Why the consumer left its loop; nil while it is in it.
  public internal(set) var loopEnd: Event.LoopEnd? {
    get { state.withLock { state in state.loopEnd } }
    set { state.withLock { state in state.loopEnd = newValue } }
  }

  /// How many answers a consumer may get at one instant.
  static let largestCrowd = 50_000

  /// Whether it got so many answers at one instant that it would never have come to an end.
  package var isRunningAway: Bool {
    #if DEBUG
      WorkCounter.count(1)
    #endif
    return state.withLock { state in state.crowd > Consumer.largestCrowd }
  }

  func receive(_ output: Event.Output, step: Int, at instant: Instant) {
    let crowd = state.withLock { state in
      state.crowd = state.lastInstant == instant ? state.crowd + 1 : 1
      state.lastInstant = instant
      state.outputs.append(Received(output: output, step: step))
      return state.crowd
    }
    if crowd > Consumer.largestCrowd { news.runsAway() }
  }
}

/// How one consumer goes about its loop.
public struct ConsumerOptions: Sendable {
  /// Whether the driver calls `next()` by `pull` only; the iterator is then made with the first
  /// pull.
  public var isManual = false
  /// After how many elements the consumer stops asking; nil goes on.
  public var demand: Int?
  /// Whether the sequence value is kept until it is released.
  public var isHeld = false
  /// Whether it drops its iterator with the end or the error, as `for await` does; else it keeps it
  /// for calls past the end.
  public var leavesAtEnd = false
  /// Whether the task is cancelled before it starts.
  public var isPrecancelled = false
  /// Whether the consumer runs on the main actor.
  public var isOnMain = false
  /// The name of the task of which the consumer is a child task.
  public var group: String?
  /// How long the loop body takes for each element, in virtual time; it does not look at
  /// cancellation.
  public var busy: Duration = .zero
  /// At which element, from 1, the loop body throws.
  public var throwsAt: Int?
  /// Whether the sequence goes through `map(_:)`, which changes nothing.
  public var isMapped = false
  /// Which elements `filter(_:)` lets through, by how they are projected; nil goes without it.
  public var filter: (@Sendable (Value) -> Bool)?
  /// How many elements `prefix(_:)` lets through; nil goes without it.
  public var prefix: Int?
  /// Which element ends `first(where:)`, in whose call the iteration is then; nil goes without it.
  public var first: (@Sendable (Value) -> Bool)?

  /// A consumer that iterates until the end, in a task of its own, holding nothing.
  public init() {}
}

/// What consumers tell their stage, which need not ask each of many after every event then.
final class ConsumerNews: Sendable {
  private struct State {
    var hasRunaway = false
    /// How many are over.
    var ended = 0
    /// The numbers of those past the end, in order.
    var pastTheEnd: [Int] = []
  }

  private let state = Mutex(State())

  /// Whether one of them has got so many answers at one instant that there would be no end to it.
  var hasRunaway: Bool { state.withLock { state in state.hasRunaway } }

  /// Those whose loop is over and whose iterator is kept, in the order of their numbers.
  var pastTheEnd: [Int] { state.withLock { state in state.pastTheEnd } }

  /// How many consumers are over.
  var ended: Int { state.withLock { state in state.ended } }

  /// A consumer is over.
  func ends() {
    state.withLock { state in state.ended += 1 }
  }

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
