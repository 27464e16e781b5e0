import Foundation
import SluiceRunner
import SluiceText

/// A journal that is read from its first line to its last, a line at a time.
final class RunJournalReader {
  /// The path as it was given.
  let path: String
  /// What stands in the first line.
  let begin: RunJournal.Begin
  /// What stands in the last line, once that was read.
  private(set) var end: RunJournal.End?
  private let file: FileHandle
  private var lines = LineBuffer(limit: RunJournalReader.longestLine)
  private var number = 0
  /// The sum of the lines up to the present one.
  private var digest = Fingerprint()
  private var rules = RepeatedRules()

  private static let longestLine = 256 << 20
  private static let chunk = 1 << 16

  /// Opens a journal.
  ///
  /// - Parameters:
  ///   - path: The path as it was given, for messages.
  ///   - place: Where that is.
  /// - Throws: `MergeError` if it can't be read, or does not begin as a journal does.
  init(path: String, at place: String) throws {
    self.path = path
    guard let file = FileHandle(forReadingAtPath: place) else {
      throw MergeError.unreadable(path, line: nil, reason: "it can't be opened")
    }
    self.file = file
    guard let line = try Self.line(&lines, file, path, &number) else {
      throw MergeError.unreadable(path, line: nil, reason: "it is empty")
    }
    guard case .begin(let begin) = try Self.read(Entry.self, line, path, number) else {
      throw Self.unexpected("run", path, number)
    }
    self.begin = begin
    guard begin.run.format == RunJournal.format else {
      throw MergeError.unreadable(
        path, line: 1,
        reason: "its form is \(begin.run.format); this program reads \(RunJournal.format)")
    }
    digest.combine(line)
  }

  deinit { try? file.close() }

  /// The next case; nil behind the last.
  ///
  /// - Throws: `MergeError` for what is no line of a journal, or is missing.
  func next() throws -> RunJournal.Line? {
    guard end == nil else { return nil }
    guard let line = try Self.line(&lines, file, path, &number) else {
      throw MergeError.unreadable(
        path, line: number, reason: "it breaks off: the run was not finished, or not copied whole")
    }
    digest.combine(line)
    switch try Self.read(Entry.self, line, path, number) {
    case .line(let content): return try checked(content)
    case .end(let content):
      end = content
      try readDigest()
      return nil
    case .begin, .digest, .other: throw Self.unexpected("case", path, number)
    }
  }

  /// A case with what the rules said of it, if it is one of the run.
  private func checked(_ line: RunJournal.Line) throws(MergeError) -> RunJournal.Line {
    guard line.listing.number < begin.run.cases else {
      throw .unreadable(
        path, line: number,
        reason: "\(line.listing.number) is no number of one of \(begin.run.cases) cases, from 0")
    }
    guard let line = rules.restored(line, at: number) else {
      throw .unreadable(
        path, line: number,
        reason: "the case refers to the rules of line \(line.rulesOfLine ?? 0), which has none")
    }
    return line
  }

  /// Reads the last line, and compares it with what was read.
  private func readDigest() throws {
    guard let line = try Self.line(&lines, file, path, &number) else {
      throw MergeError.unreadable(
        path, line: number, reason: "it breaks off: the line with the digest is missing")
    }
    guard case .digest(let last) = try Self.read(Entry.self, line, path, number) else {
      throw Self.unexpected("digest", path, number)
    }
    let told = last.digest
    guard told == digest.hexadecimal else {
      throw MergeError.unreadable(
        path, line: number,
        reason: "it was changed after it was written: its digest is \(digest.hexadecimal), "
          + "and not \(told)")
    }
    guard try Self.line(&lines, file, path, &number) == nil else {
      throw MergeError.unreadable(path, line: number, reason: "there is more behind the digest")
    }
  }

  private static func line(
    _ lines: inout LineBuffer, _ file: FileHandle, _ path: String, _ number: inout Int
  ) throws -> String? {
    while true {
      switch lines.next() {
      case .text(let line):
        number += 1
        return line
      case .unusable:
        throw MergeError.unreadable(path, line: number + 1, reason: "it is no text, or too long")
      case nil:
        let bytes: Data?
        do {
          bytes = try file.read(upToCount: chunk)
        } catch {
          throw MergeError.unreadable(path, line: nil, reason: "it can't be read")
        }
        guard let bytes, !bytes.isEmpty else { return nil }
        lines.append(Array(bytes))
      }
    }
  }

  private static func reason(_ error: CaseLineError, _ number: Int) -> String {
    if case .flawed(let flaw) = error { return "\(flaw)" }
    return number == 1
      ? "it is no journal of a run, as '--report json=FILE' writes it"
      : "it is no line of a journal of a run"
  }

  private static func unexpected(_ event: String, _ path: String, _ number: Int) -> MergeError {
    .unreadable(path, line: number, reason: "here should be what has the event '\(event)'")
  }

  private static func read<Content: Decodable & CheckedContent>(
    _ type: Content.Type, _ line: String, _ path: String, _ number: Int
  ) throws(MergeError) -> Content {
    do {
      return try CaseLine.decode(type, from: line)
    } catch {
      throw .unreadable(path, line: number, reason: reason(error, number))
    }
  }
}

/// A line, by its event.
private enum Entry {
  case begin(RunJournal.Begin)
  case line(RunJournal.Line)
  case end(RunJournal.End)
  case digest(RunJournal.Digest)
  case other
}

extension Entry: Decodable {
  private enum CodingKeys: CodingKey {
    case event
  }

  init(from decoder: any Decoder) throws {
    let event = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .event)
    switch event {
    case "run": self = .begin(try RunJournal.Begin(from: decoder))
    case "case": self = .line(try RunJournal.Line(from: decoder))
    case "end": self = .end(try RunJournal.End(from: decoder))
    case "digest": self = .digest(try RunJournal.Digest(from: decoder))
    default: self = .other
    }
  }
}

extension Entry: CheckedContent {
  func check() throws(ContentFlaw) {
    switch self {
    case .begin(let begin): try begin.check()
    case .line(let line): try line.check()
    case .end(let end): try end.check()
    case .digest, .other: break
    }
  }
}
