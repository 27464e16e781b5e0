import SluiceConformance
import SluiceSpies

/// What a worker tells of the log of a run that it may not survive.
enum LogProgress {
  /// What stands before an entry's line.
  private static let prefix = "log: "

  /// The progress of an entry that was just written.
  static func tells(_ entry: LogEntry) -> String {
    let line = LogLine.text(of: entry).map { letter in letter.isNewline ? " " : letter }
    return prefix + String(line)
  }

  /// The entry's line that a progress tells; nil for another progress.
  static func line(in progress: String) -> String? {
    progress.hasPrefix(prefix) ? String(progress.dropFirst(prefix.count)) : nil
  }
}
