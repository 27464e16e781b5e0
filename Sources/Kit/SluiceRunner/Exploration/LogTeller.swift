import Glibc
import SluiceConformance
import SluiceSpies
import SluiceText

/// What tells the log of runs that a worker may not survive: each entry when it is written, or the
/// whole as a picture behind one of them, and then ends the process.
package final class LogTeller {
  private let tell: (String) -> Void
  private let picturedEntry: Int?
  private var entries = 0

  /// A teller of what a request asks for; nil if it asks for none of the log.
  init?(_ request: CaseRequest, _ tell: @escaping (String) -> Void) {
    guard request.tellsLog || request.picturedEntry != nil else { return nil }
    self.tell = tell
    picturedEntry = request.picturedEntry
  }

  /// Tells of an entry that was just written.
  func note(_ entry: LogEntry, of run: ScenarioRun?) {
    entries += 1
    guard let picturedEntry else { return tell(LogProgress.tells(entry)) }
    guard entries == picturedEntry else { return }
    if let picture = run?.picture, let progress = LogProgress.tells(picture) { tell(progress) }
    _exit(WorkerDeath.picturedCode)
  }
}

/// What a worker tells of the log of a run that it may not survive.
enum LogProgress: Equatable {
  /// An entry that was just written, as a line.
  case entry(String)
  /// The log so far; nil where it can't be read.
  case picture(LogPicture?)

  private static let entryMark = "log: "
  private static let pictureMark = "picture: "

  /// The progress of an entry that was just written.
  static func tells(_ entry: LogEntry) -> String {
    let line = LogLine.text(of: entry).map { letter in letter.isNewline ? " " : letter }
    return entryMark + String(line)
  }

  /// The progress of a log that is told as a picture; nil if it can't be written.
  static func tells(_ picture: LogPicture) -> String? {
    (try? CaseLine.encode(picture)).map { line in pictureMark + line }
  }

  /// What a progress tells of a log; nil for another progress.
  init?(_ progress: String) {
    if progress.hasPrefix(Self.entryMark) {
      self = .entry(String(progress.dropFirst(Self.entryMark.count)))
    } else if progress.hasPrefix(Self.pictureMark) {
      let line = String(progress.dropFirst(Self.pictureMark.count))
      self = .picture(try? CaseLine.decode(LogPicture.self, from: line))
    } else {
      return nil
    }
  }

  /// Whether a progress tells of a log.
  static func isOne(_ progress: String) -> Bool {
    progress.hasPrefix(entryMark) || progress.hasPrefix(pictureMark)
  }
}

extension ScenarioRun {
  /// The log as it is now, drawn; nil for one without entries.
  fileprivate var picture: LogPicture? {
    let marks = marks.map { mark in
      LogDiagram.Mark(entry: mark.entry, line: scenario.number(of: mark.playedAt ?? mark.line))
    }
    return LogDiagram(
      stage.log.entries, blamed: nil, names: stage.consumers.map(\.name),
      backend: scenario.backendName, marks: marks
    ).picture()
  }
}
