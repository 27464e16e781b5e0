/// An order of events, as its departures from the canonical one.
///
/// Between two departures every choice is the canonical one. With the seed it determines a run, as
/// long as the events are the same.
public struct Schedule: Sendable, Hashable {
  /// What the random numbers of the run follow from.
  public var seed: UInt64
  /// The choices that are not canonical, in order.
  public var departures: [Choice]

  /// Creates a schedule; without departures it is the canonical one.
  public init(seed: UInt64 = 0, departures: [Choice] = []) {
    self.seed = seed
    self.departures = departures
  }
}

/// One decision of a scheduler, by the names of events.
public struct Choice: Sendable, Hashable {
  /// The number of events that ran before.
  public var step: Int
  /// The virtual time.
  public var instant: Instant
  /// What was possible, in order; the first is the canonical choice.
  public var ready: [EventName]
  /// What was chosen, one of ``ready``.
  public var run: EventName

  /// Creates a choice.
  public init(step: Int, instant: Instant, ready: [EventName], run: EventName) {
    self.step = step
    self.instant = instant
    self.ready = ready
    self.run = run
  }

  /// The choice that takes a position of what is ready.
  init(_ position: Int, of ready: ReadyEvents) {
    self.init(
      step: ready.step, instant: ready.instant,
      ready: (0..<ready.count).map { index in ready.name(at: index) },
      run: ready.name(at: position))
  }
}

/// The short text of a schedule, as commands take it.
///
/// Departures stand in order with `;` between them, each as
/// `STEP@INSTANT:RUN<OTHER,OTHER`: the number of events before it, the virtual time in seconds,
/// what runs, and what else was possible. A seed that is not 0 stands in front as `seed=N;`. The
/// canonical schedule is `canonical`. An example:
/// `7@0.025s:stimulus.cancel#1<consumer.L#2`.
extension Schedule: CustomStringConvertible {
  private static let canonicalText = "canonical"

  /// The short text.
  public var description: String { parts.joined(separator: ";") }

  /// The parts of the short text: the seed, and the departures.
  package var parts: [String] {
    var parts = departures.map { departure in departure.shortText }
    if parts.isEmpty { parts = [Schedule.canonicalText] }
    if seed != 0 { parts.insert("seed=\(seed)", at: 0) }
    return parts
  }

  /// Reads a short text.
  ///
  /// - Parameter text: What `description` wrote.
  /// - Throws: `ScheduleError` with the part that can't be read.
  public init(parsing text: String) throws(ScheduleError) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    do {
      try self.init(parts: parts)
    } catch {
      throw error.reason
    }
  }

  /// Reads the parts of a short text, which may be lines of a file.
  ///
  /// - Parameter parts: The parts in order; at least one.
  /// - Throws: `SchedulePartError` with the number of the part that can't be read.
  package init(parts: [Substring]) throws(SchedulePartError) {
    seed = 0
    departures = []
    var first = 0
    if let part = parts.first, part.hasPrefix("seed=") {
      guard let number = UInt64(part.dropFirst("seed=".count)) else {
        throw SchedulePartError(0, part, expected: "seed= and a number")
      }
      seed = number
      first = 1
    }
    if parts[first...].elementsEqual([Schedule.canonicalText[...]]) { return }
    guard first < parts.count else {
      throw SchedulePartError(
        0, parts.first ?? "", expected: "'canonical' or departures")
    }
    for index in first..<parts.count {
      guard let choice = Choice(shortText: parts[index]) else {
        throw SchedulePartError(index, parts[index], expected: Choice.form)
      }
      departures.append(choice)
    }
  }
}

/// The part of a schedule's text that can't be read.
package struct SchedulePartError: Error, Sendable, Hashable {
  /// The number of the part, from 0.
  package let index: Int
  /// The mistake.
  package let reason: ScheduleError

  fileprivate init(_ index: Int, _ part: Substring, expected: String) {
    self.index = index
    reason = .unreadable(part: String(part), expected: expected)
  }
}

/// Why a text is no schedule.
public enum ScheduleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A part that can't be read, and what should stand there.
  case unreadable(part: String, expected: String)

  /// The mistake in a sentence.
  public var description: String {
    switch self {
    case .unreadable(let part, let expected):
      "'\(part)' is no part of a schedule: expected \(expected)"
    }
  }
}

extension Choice {
  /// A departure as a part of a schedule's text; the first of the others is the canonical choice.
  fileprivate var shortText: String {
    let others = ready.filter { name in name != run }.map(\.description)
    return "\(step)@\(instant):\(run)<\(others.joined(separator: ","))"
  }

  /// The form of a departure in a text.
  fileprivate static let form =
    "STEP@INSTANT:RUN<OTHER,OTHER, as in 7@0.025s:stimulus.cancel#1<consumer.L#2"

  /// Reads a departure; nil for anything else.
  fileprivate init?(shortText: Substring) {
    let place = shortText.split(separator: ":", maxSplits: 1)
    guard place.count == 2 else { return nil }
    let when = place[0].split(separator: "@", maxSplits: 1)
    let what = place[1].split(separator: "<", maxSplits: 1)
    guard when.count == 2, what.count == 2, let step = Int(when[0]), step >= 0,
      let instant = Instant(text: when[1]), let run = EventName(text: what[0])
    else { return nil }
    var ready: [EventName] = []
    for other in what[1].split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = EventName(text: other), name != run, !ready.contains(name) else {
        return nil
      }
      ready.append(name)
    }
    self.init(step: step, instant: instant, ready: ready + [run], run: run)
  }
}

extension EventName {
  /// Reads a label, or a label with `#` and an ordinal; nil for anything else.
  public init?(text: some StringProtocol) {
    let parts = text.split(separator: "#", omittingEmptySubsequences: false)
    guard let label = parts.first, !label.isEmpty, parts.count <= 2 else { return nil }
    guard parts.count == 2 else {
      self.init(label: String(label), ordinal: 1)
      return
    }
    guard let ordinal = Int(parts[1]), ordinal > 0 else { return nil }
    self.init(label: String(label), ordinal: ordinal)
  }
}

extension Instant {
  /// Reads what `description` writes for an instant that is not before the beginning.
  init?(text: some StringProtocol) {
    guard text.hasSuffix("s") else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, let seconds = Int64(first), seconds >= 0, parts.count <= 2 else {
      return nil
    }
    let digits = parts.count == 2 ? String(parts[1]) : "0"
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39) ~= $0 }),
      let fraction = Int64(digits + String(repeating: "0", count: 9 - digits.utf8.count))
    else { return nil }
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = whole.addingReportingOverflow(fraction)
    guard !overflow, !sumOverflow else { return nil }
    self.init(nanoseconds: sum)
  }
}
