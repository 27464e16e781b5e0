import SluiceRunner
import SluiceSimulation

/// The value of `--schedule`: the text of a schedule, or the file that has it.
package enum ScheduleChoice: Equatable, Sendable {
  /// The text, as a failure prints it.
  case text(String)
  /// The path of a file, behind an `@`.
  case file(String)

  /// The mark before the path of a file; no text of a schedule begins so.
  static let fileMark: Character = "@"

  /// The choice that a word of a call is.
  init(_ word: String) {
    self = word.first == Self.fileMark ? .file(String(word.dropFirst())) : .text(word)
  }

  /// The choice as the word of a call.
  var word: String {
    switch self {
    case .text(let text): text
    case .file(let path): "\(Self.fileMark)\(path)"
    }
  }

  /// Refuses a word that no call can have; a file is not looked at.
  ///
  /// - Throws: `UsageError` for a text that is no schedule, and for an `@` without a path.
  func check() throws(UsageError) {
    switch self {
    case .text(let text):
      do {
        _ = try Schedule(parsing: text)
      } catch {
        throw .unusableSchedule(reason: error.description)
      }
    case .file(let path):
      guard !path.isEmpty else {
        throw .missingValue(
          option: OptionDeclaration.schedule.name, placeholder: "\(Self.fileMark)FILE")
      }
    }
  }

  /// The short text of the schedule, which was read.
  ///
  /// - Parameter environment: Where the path of a file begins.
  /// - Returns: The text.
  /// - Throws: `UsageError` for a text that is no schedule; for a file that can't be read, or has
  ///   none, with the place in it.
  func text(in environment: CommandEnvironment) throws(UsageError) -> String {
    try check()
    switch self {
    case .text(let text): return text
    case .file(let path):
      let file = ScheduleFile(path: path, directory: environment.workingDirectory)
      return try file.schedule().description
    }
  }
}

/// A file with a schedule: its parts, with `;` or line breaks between them, and lines that begin
/// with `#` for people.
private struct ScheduleFile {
  /// The path as the call has it.
  let path: String
  /// Where it begins.
  let directory: String

  /// A part with its place in the file.
  private struct Part {
    let text: Substring
    let line: Int
    let column: Int
  }

  /// The schedule in the file.
  func schedule() throws(UsageError) -> Schedule {
    let text: String
    do throws(PlanError) {
      text = try FileContent.text(
        at: AbsolutePath(path, from: directory).text, shownAs: path)
    } catch .notText(_, let line, let column) {
      throw mistake("a byte that is not UTF-8", line: line, column: column)
    } catch {
      throw .unusableSchedule(reason: error.description)
    }
    let parts = parts(of: text)
    guard !parts.isEmpty else {
      throw mistake(
        "the file has no schedule: expected 'canonical' or departures", line: 1, column: 1)
    }
    do throws(SchedulePartError) {
      return try Schedule(parts: parts.map(\.text))
    } catch {
      let part = parts[error.index]
      throw mistake(error.reason.description, line: part.line, column: part.column)
    }
  }

  /// The parts of a text; the last one may end in a line break.
  private func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      guard !line.isEmpty, line.first != "#" else { continue }
      var column = 1
      for part in line.split(separator: ";", omittingEmptySubsequences: false) {
        parts.append(Part(text: part, line: index + 1, column: column))
        column += part.unicodeScalars.count + 1
      }
    }
    return parts
  }

  private func mistake(_ reason: String, line: Int, column: Int) -> UsageError {
    .unusableScheduleFile("\(oneLine(path)):\(line):\(column): error: \(oneLine(reason))")
  }
}
