import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// The courses that the shapes' tests play: every situation of the catalogue that has a meaning for
/// a stream, under several schedules.
enum ShapeCourse {
  /// The situations in which no options are passed, which the interfaces here don't take; without
  /// the one of ten thousand values, which takes as long as all others.
  static let situations = Situation.all.filter { situation in
    situation.arguments.isEmpty && !situation.name.hasPrefix("ten-thousand")
  }

  /// What is wrong with a stream that should be right, in one situation under several schedules.
  static func complaints(about subject: Subject, in situation: Situation) -> [String] {
    guard situation.applies(to: subject) else { return [] }
    var complaints: [String] = []
    let outcome = situation.run(subject)
    complaints += complaint(outcome, "canonical")
    for seed in 0..<6 as Range<UInt64> {
      complaints += complaint(
        situation.run(subject, scheduler: RandomWalk(seed: seed)), "seed \(seed)")
    }
    return complaints
  }

  private static func complaint(_ outcome: Situation.Outcome, _ schedule: String) -> [String] {
    var complaints = outcome.judge().violations.map { judgement in
      "\(judgement.rule.id): \(judgement.verdict)"
    }
    if let mistake = outcome.mistake { complaints.append(mistake) }
    if let halt = outcome.halt { complaints.append("\(halt)") }
    if !outcome.stuck.isEmpty { complaints.append("stuck") }
    guard !complaints.isEmpty else { return [] }
    let log = outcome.entries.prefix(60).map { entry in entry.event.description }
    return complaints.map { complaint in "\(schedule): \(complaint)" } + log
  }

  /// The rules that a wrong stream breaks in a situation and that nothing else explains.
  static func rulesBroken(by subject: Subject, in name: String) throws -> [String] {
    let situation = try #require(Situation.named(name))
    try #require(situation.applies(to: subject))
    return situation.run(subject).judge().primaryViolations.map(\.rule.id)
  }
}

extension Traits {
  /// What the standard library's streams are, when they listen from the moment they are made.
  static let plain = Traits().with { traits in
    traits.registration = .access
    traits.iterators = .single
    traits.bufferOnCancel = .drains
    traits.releasesWhileHeld = false
    traits.repeatsError = true
  }

  /// The same of a stream that can't fail.
  static let plainWithoutErrors = Traits.plain.with { traits in
    traits.canFail = false
    traits.ambiguousEvent = .yields
  }
}

/// A simulation with a source of whole numbers, and the notes that its listeners take.
final class ShapeBench {
  let simulation: Simulation
  let spy: Spy
  let source: FakeListener<Int>
  private let taken = SimulationConfined(Notes())

  private final class Notes {
    var lines: [String] = []
  }

  init(in simulation: Simulation, _ behavior: ListenerBehavior = ListenerBehavior()) {
    self.simulation = simulation
    spy = Spy(log: EventLog(of: simulation))
    source = FakeListener(in: simulation, spy: spy, behavior: behavior) { number in
      .integer(Int64(number))
    }
  }

  var notes: [String] { taken.value.lines }
  var log: [String] { spy.log.entries.map { entry in entry.event.description } }

  func note(_ line: String) {
    taken.value.lines.append(line)
  }

  func note(_ name: String, _ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): note("\(name) \(value)")
    case .failure(let error): note("\(name) error \(Failure(error))")
    }
  }

  static func perform(
    _ behavior: ListenerBehavior = ListenerBehavior(), _ script: (ShapeBench) throws -> Void
  ) throws {
    try Simulation().perform { simulation in
      try script(ShapeBench(in: simulation, behavior))
      simulation.end()
    }
  }
}

/// What a stream removes by, once: when it ends, or as soon as add has returned if that has been.
final class CleanUp: Sendable {
  private enum State {
    case empty
    case set(@Sendable () -> Void)
    case over
  }

  private let state = Mutex(State.empty)

  /// Whether the end has been, after which callbacks have no effect, also out of the remove itself.
  var isOver: Bool {
    state.withLock { state in if case .over = state { true } else { false } }
  }

  /// Keeps what is to be done at the end, or does it.
  func set(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .set(action)
      return false
    }
    if isOver { action() }
  }

  /// Does what is to be done, once.
  func run() {
    let state = state.withLock { state in
      defer { state = .over }
      return state
    }
    if case .set(let action) = state { action() }
  }
}
