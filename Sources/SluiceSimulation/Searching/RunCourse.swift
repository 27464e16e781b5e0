/// What a search learns of a run from the engine: each step, and what it made.
final class RunCourse {
  /// How a step came about.
  enum Kind {
    /// It was taken from the ready events.
    case event
    /// It happened inside another step.
    case nested
    /// The script did it when nothing was ready.
    case stimulus
  }

  struct Step {
    var kind: Kind
    var key: UInt64
    var isAction: Bool
    /// Whether nothing was ready any more before it: no order reaches across that.
    var isAfterRest: Bool
    /// What the simulation saw of it.
    var dependence: Dependence
  }

  /// The steps in order: the first has the number 1.
  private(set) var steps: [Step] = []
  /// Whether a step is going on; what the script makes between two of them belongs to none.
  private var isInsideStep = false
  private var hasRested = true
  private let names: SearchNames
  /// The search's numbers of the engine's labels, which differ from run to run.
  private var labels: [Int] = []

  init(names: SearchNames) {
    self.names = names
  }

  /// Returns the number that stands for an event's name in all runs of the search.
  func key(label: UInt32, ordinal: UInt32, of engine: Engine) -> UInt64 {
    UInt64(number(of: label, of: engine)) << 32 | UInt64(ordinal)
  }

  func begin(
    _ kind: Kind, label: UInt32, ordinal: UInt32, isAction: Bool, of engine: Engine
  ) {
    isInsideStep = true
    var dependence = Dependence.nothing
    dependence.run(label: number(of: label, of: engine))
    steps.append(
      Step(
        kind: kind, key: key(label: label, ordinal: ordinal, of: engine), isAction: isAction,
        isAfterRest: hasRested,
        dependence: dependence))
    hasRested = false
  }

  /// Notes that nothing is ready any more.
  func rest() { hasRested = true }

  /// The steps as the search's owner is told of them.
  var summaries: [SearchStep] {
    steps.map { step in
      let label = names.label(of: Int(step.key >> 32))
      return SearchStep(
        event: EventName(label: label, ordinal: Int(step.key & 0xFFFF_FFFF)),
        isAction: step.isAction)
    }
  }

  /// Notes that the present step is over, with all that happened inside it.
  func end() { isInsideStep = false }

  /// Notes that the present step made an event, whenever it is due.
  func make(_ event: Event, of engine: Engine) {
    guard isInsideStep, let last = steps.indices.last else { return }
    let label = number(of: event.label, of: engine)
    steps[last].dependence.make(label: label)
    if event.isJob { steps[last].dependence.resume(label: label) }
    if event.lane == Lane.interrupting {
      // It could have fallen into whatever comes next.
      steps[last].dependence.touch(.everything)
    } else if event.lane != Lane.none {
      steps[last].dependence.appendToQueue()
    }
  }

  /// Notes that the present step used queues, or what threads wait for, in a way that others see.
  func useQueues() {
    guard isInsideStep, let last = steps.indices.last else { return }
    steps[last].dependence.appendToQueue()
  }

  /// Notes that the present step drew a random number.
  func drawNumber() {
    guard isInsideStep, let last = steps.indices.last else { return }
    steps[last].dependence.drawNumber()
  }

  private func number(of label: UInt32, of engine: Engine) -> Int {
    while labels.count <= Int(label) {
      labels.append(names.number(of: engine.labels.name(of: UInt32(labels.count))))
    }
    return labels[Int(label)]
  }
}

/// A scheduler that wants the engine to tell a course of every step.
protocol CourseFollower {
  var course: RunCourse? { get }
}

/// The labels of all runs of a search, each a number.
final class SearchNames {
  private var numbers: [String: Int] = [:]
  private var labels: [String] = []

  func label(of number: Int) -> String { labels[number] }

  func number(of label: String) -> Int {
    if let number = numbers[label] { return number }
    numbers[label] = labels.count
    labels.append(label)
    return labels.count - 1
  }
}
