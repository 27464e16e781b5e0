import SluiceSimulation
import SluiceSpies

/// The part of a log that a reader needs around one entry, as lines of text.
///
/// Columns are the entry's number, its virtual instant, its step and what happened; the entry to
/// blame is marked.
struct LogExcerpt {
  /// How many entries are shown before and after the one to blame.
  static let reach = (before: 16, after: 6)

  let entries: [LogEntry]
  /// The number of the entry to blame; nil shows the last entries.
  let blamed: Int?
  /// The consumers' names in the order of their numbers.
  let names: [String]

  /// The lines of the excerpt.
  var lines: [String] {
    guard !entries.isEmpty else { return ["the log is empty"] }
    let focus = min(blamed ?? entries.count - 1, entries.count - 1)
    let first = max(0, focus - LogExcerpt.reach.before)
    let last = min(entries.count - 1, focus + LogExcerpt.reach.after)
    var lines = [legend]
    if first > 0 { lines.append("  … \(first) entries before") }
    for index in first...last { lines.append(line(index)) }
    if last < entries.count - 1 { lines.append("  … \(entries.count - 1 - last) entries after") }
    return lines
  }

  private var legend: String {
    let consumers = names.enumerated().map { index, name in "consumer \(index + 1) is '\(name)'" }
    return (["log"] + consumers).joined(separator: ", ") + ":"
  }

  private func line(_ index: Int) -> String {
    let entry = entries[index]
    let mark = index == blamed ? ">" : " "
    let number = LogExcerpt.padded("#\(index)", 5)
    return "\(mark) \(number) \(LogExcerpt.line(of: entry))"
  }

  /// An entry without its number.
  static func line(of entry: LogEntry) -> String {
    let time = LogExcerpt.padded("\(Value.duration(entry.instant.nanoseconds))", 8)
    let step = LogExcerpt.padded("\(entry.step)", 4)
    return "\(time) \(step) \(entry.event)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
