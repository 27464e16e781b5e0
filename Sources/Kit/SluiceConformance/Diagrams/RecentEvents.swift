package import SluiceSimulation
package import SluiceSpies
import SluiceText

/// The events at which a run was stopped because it came to no end.
package struct RecentEvents {
  /// How many events are looked at for what repeats.
  package static let examined = 24
  /// How many are shown.
  private static let shown = 8
  /// The longest sequence of labels whose repetition is seen.
  private static let longestPeriod = 8

  private let events: [TraceEntry]

  /// What can be said of some events.
  ///
  /// - Parameter events: The latest events, oldest first.
  package init(_ events: [TraceEntry]) {
    self.events = events
  }

  /// What happens again and again, in words; nil if nothing does.
  package var repetition: String? {
    let labels = events.map { entry in entry.event.label }
    let period = (1...RecentEvents.longestPeriod).first { period in
      guard labels.count >= period * 3 else { return false }
      return (period..<labels.count).allSatisfy { labels[$0] == labels[$0 - period] }
    }
    guard let period else { return nil }
    let names = labels.suffix(period).map { label in "'\(label)'" }.joined(separator: ", ")
    return "\(names) again and again\(interval(of: period).map { " every \($0)" } ?? "")"
  }

  /// The latest events as lines of text.
  package var lines: [String] {
    guard !events.isEmpty else { return [] }
    let latest = events.suffix(RecentEvents.shown)
    return ["the last \(latest.count == 1 ? "event was" : "\(latest.count) events were"):"]
      + latest.map { entry in "  \(RecentEvents.text(entry))" }
  }

  /// An event with its place in the run, as in `consumer.S#3 at 10ms (step 6)`.
  static func text(_ entry: TraceEntry) -> String {
    let time = Value.readable(nanoseconds: entry.instant.nanoseconds)
    return "\(entry.event) at \(time) (step \(entry.step))"
  }

  /// The virtual time between one round and the next, if it is always the same and not zero.
  private func interval(of period: Int) -> Value? {
    let rounds = (period..<events.count).map { index in
      events[index].instant.nanoseconds - events[index - period].instant.nanoseconds
    }
    guard let first = rounds.first, first > 0, rounds.allSatisfy({ $0 == first }) else {
      return nil
    }
    return .duration(first)
  }
}

/// One entry of a log as a line of text that two runs can be compared by.
package enum LogLine {
  /// An entry with its virtual instant, its step and what happened, for people.
  package static func text(of entry: LogEntry) -> String {
    text(of: entry, at: Value.readable(nanoseconds: entry.instant.nanoseconds))
  }

  /// The same for programs, with the instant in the notation of scenarios.
  package static func record(of entry: LogEntry) -> String {
    text(of: entry, at: Value.notation(nanoseconds: entry.instant.nanoseconds))
  }

  private static func text(of entry: LogEntry, at time: String) -> String {
    let time = DisplayWidth.aligned(time, to: 8)
    let step = DisplayWidth.aligned("\(entry.step)", to: 4)
    return "\(time) \(step) \(entry.event)"
  }
}
