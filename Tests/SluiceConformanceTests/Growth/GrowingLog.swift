import SluiceConformance
import SluiceSpies

/// A kind of log of which there is one of any size.
struct GrowingLog: Sendable, CustomStringConvertible {
  typealias Line = Rule.Example.Line

  /// What there is more and more of.
  let description: String
  let traits: Traits
  /// The lines of a log with so many.
  let lines: @Sendable (Int) -> [Line]
  /// Whether each of them may be compared with each other one.
  private(set) var isOfPairs = false

  init(
    _ description: String, _ traits: Traits = Traits(), lines: @escaping @Sendable (Int) -> [Line]
  ) {
    self.description = description
    self.traits = traits
    self.lines = lines
  }

  /// The same log of a stream that declares something else.
  func declaring(_ what: String, _ change: @escaping (inout Traits) -> Void) -> GrowingLog {
    GrowingLog("\(description), \(what)", traits.with(change), lines: lines)
  }

  /// The same log, in which each may be compared with each other one: those of one subscription may
  /// each have a part in what was called back for any of them.
  var ofPairs: GrowingLog {
    var log = self
    log.isOfPairs = true
    return log
  }

  /// What the rules see of a log with so many.
  func evidence(_ count: Int) -> Evidence {
    Rule.Example.conforming("", traits, lines(count)).evidence
  }
}

extension GrowingLog {
  /// All of them.
  static let all =
    values + consumers + sharing + registrations + publishers + containers

  /// The lines that one number after another adds to a log.
  static func each(_ count: Int, _ lines: (Int) -> [Line]) -> [Line] {
    (0..<count).flatMap { number in lines(number + 1) }
  }

  /// What is released in the end, and the end of the run.
  static func epilogue(_ count: Int = 1) -> [Line] {
    [.epilogue]
      + each(count) { number in [.droppedIterator(ConsumerID(number))] }
      + [.quiescent, .over]
  }

  /// How a consumer begins, with its own stream and registration or with those of the first.
  static func starts(_ number: Int, of sequence: SequenceID? = nil) -> [Line] {
    let id = sequence ?? SequenceID(number)
    return [
      .accessed(id), .madeIterator(ConsumerID(number), of: id), .droppedSequence(id),
      .next(ConsumerID(number)), .add(RegistrationID(number), by: ConsumerID(number), of: id),
      .added(RegistrationID(number)),
    ]
  }

  static func cancelled(_ number: Int, removes: Bool = true) -> [Line] {
    let (id, registration) = (ConsumerID(number), RegistrationID(number))
    let removal: [Line] =
      removes
      ? [.remove(registration, by: id, of: SequenceID(number)), .removed(registration)] : []
    return [.cancel(id)] + removal + [.cancelled(id), .end(id), .left(.ended, id), .quiescent]
  }
}
