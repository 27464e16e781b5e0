import Foundation
import SluiceReports
package import SluiceRunner
import SluiceScenarios
package import SluiceText

/// The record of a run that loses nothing: one JSON object a line, the run, then each case in
/// order, then the end, then a digest of all that.
///
/// Each line says by its member `event` what it is: `run`, `case`, `end` or `digest`. The members
/// are those of the types here, and stay what they are as long as `format` stays 2; a reader has to
/// skip members that it does not know. `sluice merge` joins the files of the shards of a run. It
/// refuses a file in which a byte was changed, by the digest.
package enum RunJournal {
  /// The number of the form.
  package static let format = 2

  /// What a run is of: equal in all of its shards.
  package struct Run: Codable, Sendable, Equatable {
    /// ``RunJournal/format``.
    package var format = RunJournal.format
    /// The kit's version.
    package var kit: String
    /// The name of the streams under test.
    package var subject: String
    /// The seed.
    package var seed: UInt64
    /// How many further schedules each case is run under; `all` for every one.
    package var schedules: String
    /// The weakest rules that fail a case.
    package var level: String
    /// The last edition whose cases and rules fail a case.
    package var edition: String
    /// Whether that is the newest, since nothing names one; nil where something does.
    package var isNewest: Bool?
    /// How many cases were selected, in all shards.
    package var cases: Int
    /// A digest of the ids of those cases, of a shard alone: so that shards of two selections are
    /// not joined.
    package var selection: String?
    /// Whether all cases of all files were, so that lists are held to be exact.
    package var isComplete: Bool
    /// The list of known failures as reports show it, if there is one.
    package var knownFailing: String?
    /// What the sources of the streams are declared to lack, and how many cases are left out for
    /// it; nil where nothing is.
    package var lacking: String?
    /// The reasons why rules need not be exercised, by rule.
    package var reasons: [String: String]
    /// Whether nothing of the machine and of real time is in the reports.
    package var isReproducible: Bool
    /// The ids of the rules that are the program's own; nil if it has none.
    package var ownRules: [String]?
    /// The ids of the rules that have no meaning for the streams, sorted; nil if all may have one.
    package var meaninglessRules: [String]?
  }

  /// The first line.
  package struct Begin: Codable, Sendable, Equatable {
    var event = "run"
    /// What it is a run of.
    package var run: Run
    /// The shard whose cases stand here.
    package var shard: Shard
    /// When it began, in seconds since 1970; nil where the run is reproducible.
    package var startedAt: Int64?
    /// The machine; nil where the run is reproducible, or its name is not known.
    package var host: String?
  }

  /// A line between: a case with its result.
  package struct Line: Sendable, Equatable {
    /// The name and the place of the case.
    package var listing: CaseListing
    /// The result of the case.
    package var result: CaseResult
  }

  /// The last line but one.
  package struct End: Codable, Sendable, Equatable {
    var event = "end"
    /// Why the run ended before its last case, if it did.
    package var interruption: String?
    /// Why it was content with a part of its cases, if it was.
    package var cutShort: String?
    /// The listed cases that none of its cases is, with their lines in the list.
    package var unseen: [String: Int]
    /// How long it took, in nanoseconds.
    package var realNanoseconds: Int64
    /// The deaths of workers that are no result of a case; nil if there were none.
    package var workerErrors: [WorkerError]?
  }

  /// The last line.
  fileprivate struct Digest: Codable {
    var event = "digest"
    /// The FNV-1a sum, in 64 bits, of the lines before it, each with a byte 0xFF in the place of
    /// its line feed, in sixteen hexadecimal digits.
    var digest: String
  }

  /// Which line it is.
  struct Event: Decodable {
    var event: String
  }
}

extension RunJournal {
  /// The last line of a journal with some lines.
  ///
  /// - Parameter lines: The lines without their line feeds.
  /// - Returns: The line.
  /// - Throws: `CaseLineError` if it can't be written.
  package static func digest(of lines: some Sequence<String>) throws(CaseLineError) -> String {
    var digest = Fingerprint()
    for line in lines { digest.combine(line) }
    return try CaseLine.encode(Digest(digest: digest.hexadecimal))
  }
}

/// The line has one object `case`: the members of the listing, and the result as `result`.
extension RunJournal.Line: Codable {
  private enum CodingKeys: CodingKey {
    case event, `case`
  }

  private enum ResultKeys: CodingKey {
    case result
  }

  /// Reads the line.
  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    listing = try line.decode(CaseListing.self, forKey: .case)
    let container = try line.nestedContainer(keyedBy: ResultKeys.self, forKey: .case)
    result = try container.decode(CaseResult.self, forKey: .result)
  }

  /// Writes the line.
  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode("case", forKey: .event)
    let object = line.superEncoder(forKey: .case)
    try listing.encode(to: object)
    var container = object.container(keyedBy: ResultKeys.self)
    try container.encode(result, forKey: .result)
  }
}

extension RunJournal.Event: CheckedContent {
  func check() {}
}

extension RunJournal.Digest: CheckedContent {
  func check() {}
}

extension RunJournal.Begin: CheckedContent {
  /// The instants that have a timestamp of four digits for the year.
  private static let instants: ClosedRange<Int64> = 0...253_402_300_799

  /// Checks the number of cases, the instant and the shard.
  package func check() throws(ContentFlaw) {
    try check("run.cases", run.cases, in: CountLimits.cases)
    try check("startedAt", startedAt, in: Self.instants)
    try check("shard", shard)
  }
}

extension RunJournal.Line: CheckedContent {
  /// Checks the case and its result.
  package func check() throws(ContentFlaw) {
    try check("case", listing)
    try check("case.result", result)
  }
}

extension RunJournal.End: CheckedContent {
  /// Checks the lines in the list, the time and the errors.
  package func check() throws(ContentFlaw) {
    for (id, line) in unseen { try check("unseen[\(id)]", line, in: CountLimits.line) }
    try check("realNanoseconds", realNanoseconds, in: 0...)
    try check("workerErrors", each: workerErrors ?? [])
  }
}

/// A journal that is written while the cases finish, and is there whole or not at all.
struct RunJournalWriter {
  private let draft: ReportDraft
  private var digest = Fingerprint()

  /// Begins a journal.
  ///
  /// - Throws: `ReportError` if it can't be written there.
  init(path: String, _ begin: RunJournal.Begin) throws {
    draft = try ReportDraft(of: ReportTarget(path: path))
    try write(begin)
  }

  /// Adds a case.
  mutating func add(_ line: RunJournal.Line) throws { try write(line) }

  /// Ends the journal, and moves it into place.
  mutating func close(_ end: RunJournal.End) throws {
    try write(end)
    try write(RunJournal.Digest(digest: digest.hexadecimal))
    try draft.publish()
  }

  private mutating func write(_ line: some Encodable) throws {
    let line = try CaseLine.encode(line)
    digest.combine(line)
    try draft.write(line + "\n")
  }
}

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
    begin = try Self.read(RunJournal.Begin.self, "run", line, path, number)
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
    let event = try Self.read(RunJournal.Event.self, nil, line, path, number).event
    guard event == "end" else {
      let content = try Self.read(RunJournal.Line.self, "case", line, path, number)
      guard content.listing.number < begin.run.cases else {
        throw MergeError.unreadable(
          path, line: number,
          reason:
            "\(content.listing.number) is no number of one of \(begin.run.cases) cases, from 0")
      }
      return content
    }
    end = try Self.read(RunJournal.End.self, "end", line, path, number)
    try readDigest()
    return nil
  }

  /// Reads the last line, and compares it with what was read.
  private func readDigest() throws {
    guard let line = try Self.line(&lines, file, path, &number) else {
      throw MergeError.unreadable(
        path, line: number, reason: "it breaks off: the line with the digest is missing")
    }
    let told = try Self.read(RunJournal.Digest.self, "digest", line, path, number).digest
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

  private static func read<Content: Decodable & CheckedContent>(
    _ type: Content.Type, _ event: String?, _ line: String, _ path: String, _ number: Int
  ) throws -> Content {
    do {
      if let event, try CaseLine.decode(RunJournal.Event.self, from: line).event != event {
        throw MergeError.unreadable(
          path, line: number, reason: "here should be what has the event '\(event)'")
      }
      return try CaseLine.decode(type, from: line)
    } catch let error as CaseLineError {
      throw MergeError.unreadable(
        path, line: number, reason: Self.reason(error, number))
    }
  }
}

/// Why journals can't be joined.
package enum MergeError: Error, Equatable, CustomStringConvertible {
  /// A file is no journal, or a part of one.
  case unreadable(String, line: Int?, reason: String)
  /// Two files are of different runs: here the member that differs.
  case otherRun(String, first: String, difference: String)
  /// A run was not finished.
  case unfinished(String, reason: String)
  /// A case stands in two files.
  case overlap(id: String, String, and: String)
  /// Cases stand in none of the files, by their numbers.
  case gap(missing: Int, of: Int, first: Int, shards: [String])

  /// The reason in a sentence.
  package var description: String {
    switch self {
    case .unreadable(let path, let line?, let reason): "\(path):\(line): \(reason)"
    case .unreadable(let path, nil, let reason): "'\(path)': \(reason)"
    case .otherRun(let path, let first, let difference):
      "'\(path)' is of another run than '\(first)': \(difference)"
    case .unfinished(let path, let reason): "'\(path)' is of a run that was not finished: \(reason)"
    case .overlap(let id, let path, let other):
      "the case '\(id)' stands in '\(path)' and in '\(other)'"
    case .gap(let missing, let total, let first, let shards):
      "\(missing) of \(total) cases stand in none of the files, the first of them number "
        + "\(first + 1)"
        + (shards.isEmpty ? "" : ": there is no shard \(shards.joined(separator: ", "))")
    }
  }
}
