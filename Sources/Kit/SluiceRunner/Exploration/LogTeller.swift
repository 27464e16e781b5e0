import Glibc
import SluiceConformance
import SluiceSpies
import SluiceText

/// Sender of the log of a run that may end its worker.
///
/// It sends each entry when the run writes it. Or it sends a picture of the log at a certain entry,
/// and ends the process.
package final class LogTeller {
  private let tell: (String) -> Void
  private let picturedEntry: Int?
  private var entries = 0

  /// A sender for a request; nil if the request asks for no log.
  init?(_ request: CaseRequest, _ tell: @escaping (String) -> Void) {
    guard request.tellsLog || request.picturedEntry != nil else { return nil }
    self.tell = tell
    picturedEntry = request.picturedEntry
  }

  /// Sends an entry that the run has just written, or the picture behind it.
  func note(_ entry: LogEntry, of run: ScenarioRun?) {
    entries += 1
    guard let picturedEntry else { return tell(LogProgress.tells(entry)) }
    guard entries == picturedEntry else { return }
    if let picture = run?.picture, let progress = LogProgress.tells(picture) { tell(progress) }
    _exit(WorkerDeath.picturedCode)
  }
}

/// Progress of a worker that holds an entry of a log, or a picture of it.
enum LogProgress: Equatable {
  /// An entry that was just written, as a line.
  case entry(String)
  /// The log so far; nil for a line that holds no picture.
  case picture(LogPicture?)

  private static let entryMark = "log: "
  private static let pictureMark = "picture: "

  /// The progress of an entry that was just written.
  static func tells(_ entry: LogEntry) -> String {
    let line = LogLine.text(of: entry).map { letter in letter.isNewline ? " " : letter }
    return entryMark + String(line)
  }

  /// The progress with a picture; nil if the picture can't be encoded.
  static func tells(_ picture: LogPicture) -> String? {
    (try? CaseLine.encode(picture)).map { line in pictureMark + line }
  }

  /// Reads a progress; nil for one without a part of a log.
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

  /// Whether a progress holds a part of a log.
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
