import Foundation
import SluiceReports
package import SluiceRunner
import SluiceScenarios
package import SluiceText

/// The record of a run that loses nothing: one JSON object a line, the run, then each case in
/// order, then the end, then a digest of all that.
///
/// Each line says by its member `event` what it is: `run`, `case`, `end` or `digest`. The members
/// are those of the types here, and stay what they are as long as `format` stays 3; a reader has to
/// skip members that it does not know. What the rules said of a case is most of its line, and equal
/// for many cases: a line that would repeat it has the number of the line that says it. `sluice
/// merge` joins the files of the shards of a run. It refuses a file in which a byte was changed, by
/// the digest.
package enum RunJournal {
  /// The number of the form.
  package static let format = 3

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
    /// The number of the line whose case has the rules of this one, from 1; nil where the result
    /// has them.
    package var rulesOfLine: Int?
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
  struct Digest: Codable {
    var event = "digest"
    /// The FNV-1a sum, in 64 bits, of the lines before it, each with a byte 0xFF in the place of
    /// its line feed, in sixteen hexadecimal digits.
    var digest: String
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

/// The line has one object `case`: the members of the listing, the result as `result`, and perhaps
/// `rulesOfLine`.
extension RunJournal.Line: Codable {
  private enum CodingKeys: CodingKey {
    case event, `case`
  }

  private enum ResultKeys: CodingKey {
    case result, rulesOfLine
  }

  /// Reads the line.
  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    listing = try line.decode(CaseListing.self, forKey: .case)
    let container = try line.nestedContainer(keyedBy: ResultKeys.self, forKey: .case)
    result = try container.decode(CaseResult.self, forKey: .result)
    rulesOfLine = try container.decodeIfPresent(Int.self, forKey: .rulesOfLine)
  }

  /// Writes the line.
  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode("case", forKey: .event)
    let object = line.superEncoder(forKey: .case)
    try listing.encode(to: object)
    var container = object.container(keyedBy: ResultKeys.self)
    try container.encode(result, forKey: .result)
    try container.encodeIfPresent(rulesOfLine, forKey: .rulesOfLine)
  }
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
    try check("case.rulesOfLine", rulesOfLine, in: CountLimits.line)
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
