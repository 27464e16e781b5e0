import SluiceSimulation
import SluiceSpies

/// One entry of a log as a line of text that two runs can be compared by.
enum LogLine {
  /// An entry with its virtual instant, its step and what happened.
  static func text(of entry: LogEntry) -> String {
    let time = DisplayWidth.aligned("\(Value.duration(entry.instant.nanoseconds))", to: 8)
    let step = DisplayWidth.aligned("\(entry.step)", to: 4)
    return "\(time) \(step) \(entry.event)"
  }
}
