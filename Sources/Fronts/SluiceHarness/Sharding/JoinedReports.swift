import Foundation
import SluiceReports
import SluiceRunner
import SluiceText

/// What the JUnit report of a shard says beside that of a whole run, so that shards can be joined.
enum ShardFacts {
  static let shard = "shard"
  static let cases = "sluice.cases"
  static let number = "sluice.number"
  static let knownFailing = "sluice.known-failing"
  static let lacking = "sluice.lacking"
  private static let isComplete = "sluice.complete"
  private static let division = "sluice.shard-by"
  private static let level = "sluice.level"
  private static let exercised = "sluice.rules.exercised"
  private static let unexercised = "sluice.rules.not-exercised"
  /// The facts that may differ between the shards of one run.
  static let ofOneShard: Set<String> = [shard, exercised, unexercised]

  /// The header of a shard's report.
  static func header(_ begin: RunJournal.Begin) -> JUnitHeader {
    var header = JUnitHeader(begin, ofShards: true)
    let run = begin.run
    // What has to be the same in all shards is among them.
    let facts = [
      (cases, "\(run.cases)"), ("sluice.selection", run.selection ?? ""),
      (division, begin.shard.division.rawValue), ("sluice.schedules", run.schedules),
      (level, run.level), ("sluice.edition", run.edition),
      ("sluice.reproducible", "\(run.isReproducible)"), (isComplete, "\(run.isComplete)"),
      (knownFailing, run.knownFailing ?? "none"),
    ]
    header.properties += facts.map { name, value in ReportProperty(name: name, value: value) }
    return header
  }

  /// The rules that a shard exercised, and those that it could have exercised and did not.
  static func rules(_ tally: RuleTally) -> [ReportProperty] {
    let rest = tally.unexercised().filter(\.isApplicable)
    return [(exercised, tally.exercised.sorted()), (unexercised, rest.map(\.id))]
      .map { name, ids in ReportProperty(name: name, value: ids.joined(separator: " ")) }
  }

  /// The rules that could have been exercised and were not, in no shard, sorted.
  static func unexercisedRules(of shards: [JUnitFacts]) -> [String] {
    func rules(_ name: String) -> [Set<String>] {
      shards.compactMap { facts in
        facts.properties[name].map { text in Set(text.split(separator: " ").map(String.init)) }
      }
    }
    let exercised = rules(exercised).reduce(into: Set()) { all, ids in all.formUnion(ids) }
    let applicable = rules(unexercised).reduce(into: Set()) { all, ids in all.formUnion(ids) }
    return applicable.subtracting(exercised).sorted()
  }

  /// The weakest rules that failed a case of the shards.
  static func level(of facts: JUnitFacts) -> String { facts.properties[level] ?? "" }

  /// Whether the shards had all cases of all files.
  static func isComplete(_ facts: JUnitFacts) -> Bool { facts.properties[isComplete] == "true" }

  /// The shard that a report is of; nil for that of a whole run.
  static func shard(of properties: [String: String]) -> Shard? {
    guard var shard = properties[shard].flatMap(Shard.init(text:)) else { return nil }
    shard.division = properties[division].flatMap(Shard.Division.init) ?? shard.division
    return shard
  }

  /// The list of known failures of which only journals tell which entries no case is; nil if there
  /// is none.
  static func exactList(of facts: JUnitFacts) -> String? {
    guard isComplete(facts) else { return nil }
    return facts.properties[knownFailing].flatMap { list in list == "none" ? nil : list }
  }

  /// A case with its number among all of the run, and with what its report does not say of advice.
  static func numbered(_ report: CaseReport, _ number: Int) -> CaseReport {
    var report = report
    report.properties.append(ReportProperty(name: self.number, value: "\(number)"))
    report.properties += ShardAdvice.properties(of: report)
    return report
  }
}

/// The JUnit reports of all shards of one run, which have been read once and found to be whole.
///
/// They hold less than journals: no logs, no verdicts but broken rules, and no order of suites but
/// that of their names.
struct JoinedReports {
  private let files: [(path: String, bytes: Data)]
  private let stopSignal: StopSignal
  /// What the run is of, as far as its reports say.
  let begin: RunJournal.Begin
  /// The rules that could have been exercised and were not, sorted.
  let unexercisedRules: [String]
  /// The shards that no report is of, if any.
  let missing: MissingShards?

  /// Whether a file is no journal, and so may be a report.
  static func isReport(_ place: String) -> Bool {
    let file = FileHandle(forReadingAtPath: place)
    defer { try? file?.close() }
    guard let head = try? file?.read(upToCount: 64),
      let first = head.first(where: { byte in
        ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(byte)
      })
    else { return false }
    return first == UInt8(ascii: "<")
  }

  /// Reads all reports, and keeps nothing of their cases but whose report has them.
  ///
  /// - Parameters:
  ///   - files: The paths as they were given, and where they are.
  ///   - stopSignal: Looked at before each case, now and when they are told.
  /// - Throws: `MergeError` if they are not the shards of one run, each case in one;
  ///   `WorkerError.stopped` if the call is to stop.
  init(_ files: [(path: String, place: String)], until stopSignal: StopSignal) throws {
    self.stopSignal = stopSignal
    self.files = try files.map { file in (file.path, try Self.bytes(of: file)) }
    var shards: [(path: String, facts: JUnitFacts)] = []
    var places = NumberedPlaces()
    for (index, file) in self.files.enumerated() {
      let facts = try Self.read(file) { report in
        try stopSignal.check()
        guard let number = report.number else { return try Self.checkStray(report, file.path) }
        try places.insert(number, of: report, at: index, in: files.map(\.path))
      }
      try Self.checkCounts(of: facts, file.path)
      shards.append((file.path, facts))
    }
    // The report of a shard without a case says nothing of its run.
    let telling = shards.filter { shard in !shard.facts.properties.isEmpty }
    guard let first = telling.first else {
      throw MergeError.unreadable(
        files.first?.path ?? "", line: nil, reason: "no report has a case: journals tell of what")
    }
    for shard in telling {
      if let difference = first.facts.difference(from: shard.facts) {
        throw MergeError.otherRun(shard.path, first: first.path, difference: difference)
      }
    }
    guard let total = first.facts.properties[ShardFacts.cases].flatMap({ text in Int(text) }) else {
      throw MergeError.unreadable(
        first.path, line: nil, reason: "it is not the report of a shard: its cases have no numbers")
    }
    guard CountLimits.cases.contains(total) else {
      throw MergeError.unreadable(
        first.path, line: nil, reason: "a run has no \(total) cases")
    }
    if let list = ShardFacts.exactList(of: first.facts) {
      throw MergeError.unreadable(
        first.path, line: nil,
        reason: "which entries of '\(list)' no case is, only the journals of the shards tell")
    }
    try places.check(
      total, of: telling.count == shards.count ? telling.map(\.facts) : [],
      in: files.map(\.path))
    missing = MissingShards(
      besides: telling.compactMap { shard in ShardFacts.shard(of: shard.facts.properties) },
      unnamed: shards.count - telling.count)
    begin = Self.begin(of: telling.map(\.facts), shards.map(\.facts), cases: total)
    unexercisedRules = ShardFacts.unexercisedRules(of: telling.map(\.facts))
  }

  /// Goes through all cases, a report behind the other.
  func tell(_ each: (CaseReport, _ number: Int) throws -> Void) throws {
    for file in files {
      _ = try Self.read(file) { report in
        try stopSignal.check()
        var report = ShardAdvice.read(report)
        let number = report.number ?? .max
        report.properties.removeAll { property in property.name == ShardFacts.number }
        try each(report, number)
      }
    }
  }

  private static func bytes(of file: (path: String, place: String)) throws -> Data {
    do {
      return try Data(contentsOf: URL(filePath: file.place), options: .alwaysMapped)
    } catch {
      throw MergeError.unreadable(file.path, line: nil, reason: "it can't be read")
    }
  }

  /// Reads a report; what is thrown for a case is thrown here.
  private static func read(
    _ file: (path: String, bytes: Data), _ each: (CaseReport) throws -> Void
  ) throws -> JUnitFacts {
    var failure: (any Error)?
    let facts: JUnitFacts
    do {
      facts = try JUnitReader.read(file.bytes) { report in
        guard failure == nil else { return }
        do {
          try each(report)
        } catch {
          failure = error
        }
      }
    } catch {
      throw MergeError.unreadable(file.path, line: nil, reason: error.description)
    }
    if let failure { throw failure }
    return facts
  }

  /// Refuses a report whose root counts other cases than it has: one was lost or changed.
  private static func checkCounts(of facts: JUnitFacts, _ path: String) throws(MergeError) {
    guard let wrong = facts.wrongCount else { return }
    throw .unreadable(
      path, line: nil,
      reason: "its root has \(wrong.name)='\(oneLine(wrong.declared))', and its cases are "
        + "\(wrong.actual)")
  }

  /// Refuses a case without a number, unless it is an error of the run.
  private static func checkStray(_ report: CaseReport, _ path: String) throws(MergeError) {
    guard !report.suite.hasPrefix("sluice.") else { return }
    throw .unreadable(
      path, line: nil,
      reason: "it is not the report of a shard, as '--report junit' of a run with '--shard' makes "
        + "it: '\(report.name)' has no number")
  }

  private static func begin(
    of telling: [JUnitFacts], _ all: [JUnitFacts], cases: Int
  ) -> RunJournal.Begin {
    let properties = telling[0].properties
    let instants = all.compactMap(\.timestamp)
    let isReproducible = instants.allSatisfy { text in text == "\(UTCTimestamp.virtualEpoch)" }
    let run = RunJournal.Run(
      kit: properties["sluice.version"] ?? "", subject: properties["subject"] ?? "",
      seed: properties["seed"].flatMap { text in UInt64(text) } ?? 0, schedules: "",
      level: ShardFacts.level(of: telling[0]), edition: "", cases: cases,
      isComplete: ShardFacts.isComplete(telling[0]),
      knownFailing: nil,
      lacking: properties[ShardFacts.lacking], reasons: [:],
      isReproducible: isReproducible)
    var begin = RunJournal.Begin(run: run, shard: .whole)
    guard !isReproducible, let first = instants.min() else { return begin }
    let date = try? Date(first, strategy: .iso8601)
    begin.startedAt = date.map { date in Int64(date.timeIntervalSince1970) }
    let hosts = Set(telling.flatMap { facts in facts.hosts })
    if hosts.count == 1 { begin.host = hosts.first }
    return begin
  }
}

/// Which report has which case.
private struct NumberedPlaces {
  /// The index of the report with each number that was seen.
  private var reports: [Int: UInt32] = [:]

  mutating func insert(
    _ number: Int, of report: CaseReport, at index: Int, in paths: [String]
  ) throws(MergeError) {
    guard (0..<CountLimits.cases.upperBound).contains(number) else {
      throw .unreadable(paths[index], line: nil, reason: "\(number) is no number of a case")
    }
    if let other = reports.updateValue(UInt32(index), forKey: number) {
      throw .overlap(id: report.name, paths[Int(other)], and: paths[index])
    }
  }

  /// Whether all cases are there, and no others.
  func check(_ total: Int, of shards: [JUnitFacts], in paths: [String]) throws(MergeError) {
    if let greatest = reports.max(by: { one, other in one.key < other.key }),
      greatest.key >= total
    {
      throw .unreadable(
        paths[Int(greatest.value)], line: nil,
        reason: "\(greatest.key) is no number of one of \(total) cases")
    }
    let first = (0..<total).first { number in reports[number] == nil }
    guard let first else { return }
    let given = shards.compactMap { facts in
      facts.properties[ShardFacts.shard].flatMap(Shard.init(text:))
    }
    let missing = given.first.map { shard in
      Shard.missing(Set(given.map(\.number)), of: shard.count)
    }
    throw .gap(missing: total - reports.count, of: total, first: first, shards: missing ?? [])
  }
}

extension CaseReport {
  /// Its number among all cases of its run; nil if it has none.
  fileprivate var number: Int? {
    properties.first { property in property.name == ShardFacts.number }
      .flatMap { property in Int(property.value) }
  }
}

extension JUnitFacts {
  /// What differs in another shard; nil if nothing does.
  fileprivate func difference(from other: JUnitFacts) -> String? {
    let names = Set(properties.keys).union(other.properties.keys).sorted()
    for name in names where !ShardFacts.ofOneShard.contains(name) {
      let (one, two) = (properties[name] ?? "none", other.properties[name] ?? "none")
      if one != two { return "\(name) is \(two), and not \(one)" }
    }
    return nil
  }
}
