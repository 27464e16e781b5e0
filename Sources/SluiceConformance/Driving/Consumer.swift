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
        return state.phase
      }
      guard (before == .pastTheEnd) != (newValue == .pastTheEnd) else { return }
      news.comes(id, pastTheEnd: newValue == .pastTheEnd)
    }
  }

  /// The consumer's task, once it is started.
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
