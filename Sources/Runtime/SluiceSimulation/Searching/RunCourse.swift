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

  /// Notes that the present step goes on: it has let a thread go on that has waited, and what that
  /// does is a part of it.
  func goOn() { isInsideStep = !steps.isEmpty }

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

/// One step of a run, as a search tells its owner, who says what the step touched.
public struct SearchStep: Sendable, Hashable {
  /// The name of the event.
  public let event: EventName
  /// Whether the event is a script's or a fake's action, which got its label for what it does; what
  /// a task or a block of the subject's does has the label of whoever started it.
  public let isAction: Bool

  /// Creates a step.
  public init(event: EventName, isAction: Bool) {
    self.event = event
    self.isAction = isAction
  }
}

/// What an event touched, as a small set of numbered resources.
///
/// Two events whose footprints have nothing in common can change places without anybody noticing;
/// an exhaustive search then tries one of the two orders. What is unknown has to be ``everything``:
/// a footprint that is too large costs time, one that is too small loses schedules.
public struct Footprint: Sendable, Hashable {
  /// The footprint of what touched nothing that anything else could touch.
  public static let nothing = Footprint(resources: 0)
  /// The footprint of what may have touched anything.
  public static let everything = Footprint(resources: .max)

  /// The number of resources that are told apart; numbers from here on are everything.
  public static let resourceLimit = 127

  /// A bit for each resource; the highest stands for those that are unknown.
  private var resources: UInt128

  private init(resources: UInt128) {
    self.resources = resources
  }

  /// Creates the footprint of what touched some resources.
  ///
  /// - Parameter numbers: The resources' numbers, from 0; what they stand for is the owner's to
  ///   say, and has to be the same in all runs of a search.
  public init(touching numbers: some Sequence<Int>) {
    self = .nothing
    for number in numbers { insert(number) }
  }

  /// Adds a resource.
  public mutating func insert(_ number: Int) {
    guard number >= 0, number < Self.resourceLimit else {
      self = .everything
      return
    }
    resources |= 1 << UInt128(number)
  }

  /// Adds what another footprint touches.
  public mutating func formUnion(_ other: Footprint) {
    resources |= other.resources
  }

  /// Returns whether two footprints have nothing in common.
  public func isIndependent(of other: Footprint) -> Bool {
    resources & other.resources == 0
  }
}

/// What an event touched: what its owner knows, and what the simulation sees by itself.
///
/// The simulation sees what an event made ready. Two events that make events of one label are
/// dependent, since their order decides who gets which name; two that append to queues, since it
/// may decide the queue's order; two that draw random numbers; and an event that resumes a task of
/// a label is dependent on all events of that label, even where no log tells of it. An event that
/// would resume it in another order only is not seen: what passes by memory is in the footprints.
struct Dependence {
  /// A bit of `made` for whoever appends to an ordered queue, whichever that is.
  private static let queueBit = 127
  /// A bit of `made` for whoever draws a random number.
  private static let numberBit = 126
  /// The labels that are told apart.
  private static let labelLimit = 126

  private var footprint = Footprint.nothing
  private var ran: UInt128 = 0
  private var resumed: UInt128 = 0
  private var made: UInt128 = 0

  static let nothing = Dependence()

  mutating func touch(_ footprint: Footprint) { self.footprint.formUnion(footprint) }
  mutating func run(label: Int) { set(label, \.ran) }
  mutating func resume(label: Int) { set(label, \.resumed) }
  mutating func make(label: Int) { set(label, \.made) }
  mutating func appendToQueue() { made |= 1 << UInt128(Self.queueBit) }
  mutating func drawNumber() { made |= 1 << UInt128(Self.numberBit) }

  mutating func formUnion(_ other: Dependence) {
    footprint.formUnion(other.footprint)
    ran |= other.ran
    resumed |= other.resumed
    made |= other.made
  }

  func isIndependent(of other: Dependence) -> Bool {
    footprint.isIndependent(of: other.footprint) && made & other.made == 0
      && ran & other.resumed == 0 && resumed & other.ran == 0 && resumed & other.resumed == 0
  }

  private mutating func set(_ label: Int, _ bits: WritableKeyPath<Dependence, UInt128>) {
    guard label < Self.labelLimit else {
      footprint = .everything
      return
    }
    self[keyPath: bits] |= 1 << UInt128(label)
  }
}
