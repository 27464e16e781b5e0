import Foundation
import SluiceConformance
package import SluiceSpies
package import SluiceText

/// What a run asks a worker for: one case, and how to run it.
///
/// It crosses as one line, of words if a ``BriefRequest`` says all of it, else of JSON.
package struct CaseRequest: Sendable, Hashable, Codable {
  /// The directory where shown paths begin.
  package var root: String
  /// The path as reports show it.
  package var shownPath: String
  /// The case's stable id.
  package var id: String
  /// The name of the implementations under test.
  package var subject: String
  /// The lowest level at which a violation fails the case.
  package var level: String
  /// The last edition whose rules fail the case.
  package var edition: String
  /// Under which schedules it is run.
  package var exploration: Exploration
  /// What schedules and random numbers follow from, together with the case's id.
  package var seed: UInt64
  /// Whether the result has the logs of its first runs.
  package var keepsLogs = false
  /// Whether only the runs are played whose logs the result has.
  package var endsWithLogs = false
  /// How much the result has of the account of a failure; of a replay that is shown whole, the log
  /// of one that passed, too.
  package var account = CaseFailure.Extent()
  /// Whether the result has a digest of each distinct schedule.
  package var keepsDigests = false
  /// Whether each entry of the log is told as progress.
  package var tellsLog = false
  /// The entry, from 1, at which the worker sends a picture of the log and ends; nil for none.
  package var picturedEntry: Int?
  /// Whether the result of a failure has it as a scenario of its own.
  package var writesScenario = false
  /// Whether nothing is judged, and the result has what the case shows of its streams' traits.
  package var observesTraits = false
  /// Whether nothing is judged, and the result has the pairs of stimuli that raced; nil for not.
  package var observesRaces: Bool?
  /// Whether each run is done on a thread that may be left behind, for a case in which something
  /// blocks its thread for good; else such a case is given up, and has to be asked for again.
  package var isPatient = false
  /// The commands that show the case again.
  package var commands: ExplorationCommands

  /// A request for one case.
  package init(
    root: String, shownPath: String, id: String, subject: String, level: String, edition: String,
    exploration: Exploration, seed: UInt64, commands: ExplorationCommands
  ) {
    self.root = root
    self.shownPath = shownPath
    self.id = id
    self.subject = subject
    self.level = level
    self.edition = edition
    self.exploration = exploration
    self.seed = seed
    self.commands = commands
  }

  /// The line by which a worker is asked.
  ///
  /// - Returns: The line.
  /// - Throws: `CaseLineError` if the request can't be written.
  package func line() throws(CaseLineError) -> String {
    if let brief = BriefRequest.line(of: self) { return brief }
    return try CaseLine.encode(self)
  }

  /// The request in a line.
  ///
  /// - Parameter line: The line.
  /// - Throws: `CaseLineError` if it holds no request.
  package init(line: String) throws(CaseLineError) {
    if let brief = try BriefRequest.request(in: line) {
      self = brief
    } else {
      self = try CaseLine.decode(CaseRequest.self, from: line)
    }
  }

  /// The level, which crosses as its name.
  ///
  /// - Throws: `CaseLineError.unknownLevel` for the name of none.
  func ruleLevel() throws(CaseLineError) -> Rule.Level {
    guard let level = Rule.Level(rawValue: level) else { throw .unknownLevel(level) }
    return level
  }

  /// The last edition whose rules fail the case, which crosses as its text.
  ///
  /// - Throws: `CaseLineError.unknownEdition` for the text of none.
  func lastEdition() throws(CaseLineError) -> Edition { try CaseRequest.edition(edition) }

  /// The edition in the text of a request.
  ///
  /// - Throws: `CaseLineError.unknownEdition` for the text of none.
  static func edition(_ text: String) throws(CaseLineError) -> Edition {
    do throws(EditionError) {
      return try Edition(text)
    } catch {
      throw .unknownEdition(error)
    }
  }
}

extension CaseRequest: CheckedContent {
  /// Checks the numbers of schedules, and that of the entry.
  package func check() throws(ContentFlaw) {
    try check("exploration", exploration)
    try check("picturedEntry", picturedEntry, in: 1...CountLimits.count.upperBound)
  }
}

/// How cases are asked for one after the other: patiently as soon as one had to be given up.
package struct CaseAsking {
  /// Whether requests are patient: what blocks its thread once does so again, and giving up costs a
  /// worker.
  package private(set) var isPatient: Bool

  /// A way to ask that is patient from the start, or not yet.
  package init(isPatient: Bool) {
    self.isPatient = isPatient
  }

  /// Has a request answered; one that is given up is asked for once more, and patiently.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - ask: Has a line answered.
  /// - Returns: What came of it in the end.
  /// - Throws: `CaseLineError` if it can't be written, and what asking throws.
  package mutating func outcome(
    of request: CaseRequest, _ ask: (String) throws -> WorkerOutcome
  ) throws -> WorkerOutcome {
    var request = request
    if isPatient { request.isPatient = true }
    let outcome = try ask(try request.line())
    guard case .answered(CaseAnswer.givenUp, _) = outcome, !request.isPatient else {
      return outcome
    }
    isPatient = true
    request.isPatient = true
    return try ask(try request.line())
  }
}

/// What may be answered to a request for a case beside a result.
enum CaseAnswer {
  /// That the case was given up, since something blocks its thread for good.
  static let givenUp = "given up"
}

/// What a worker answers.
///
/// It crosses as one line of JSON.
package enum WorkerAnswer<Result: Codable & CheckedContent & Sendable>: Sendable, Codable {
  /// What became of the case.
  case result(Result)
  /// The request was of no use, for this reason.
  case unusable(String)

  /// The line that answers a request's line; one that is of no use is answered with the reason, and
  /// one without a result was given up.
  ///
  /// - Parameters:
  ///   - request: The request's line.
  ///   - answer: Answers the request.
  /// - Returns: The line.
  package static func line<Request: Decodable & CheckedContent>(
    to request: String, _ answer: (Request) throws -> Result?
  ) -> String {
    line { try answer(try CaseLine.decode(Request.self, from: request)) }
  }

  /// The line of an answer.
  ///
  /// - Parameters:
  ///   - brief: The line of a result that needs no JSON; nil for one that does.
  ///   - answer: Reads a request and answers it.
  /// - Returns: The line.
  static func line(
    inBrief brief: (Result) -> String? = { _ in nil }, _ answer: () throws -> Result?
  ) -> String {
    do {
      guard let result = try answer() else { return CaseAnswer.givenUp }
      if let line = brief(result) { return line }
      return try CaseLine.encode(WorkerAnswer.result(result))
    } catch {
      return refusal("\(error)")
    }
  }

  /// A refusal holds nothing but text, so it can be written whatever the reason is.
  private static func refusal(_ reason: String) -> String {
    do {
      return try CaseLine.encode(WorkerAnswer.unusable(reason))
    } catch {
      preconditionFailure("a text can always be written as JSON, but: \(error)")
    }
  }

  /// The result in an answer's line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - id: The case that was asked for.
  ///   - answeredID: The case that a result is about.
  /// - Returns: The result.
  /// - Throws: `CaseLineError` if the line holds no result of the case.
  package static func result(
    in line: String, of id: String, _ answeredID: (Result) -> String
  ) throws(CaseLineError) -> Result {
    switch try CaseLine.decode(WorkerAnswer.self, from: line) {
    case .result(let result):
      let answered = answeredID(result)
      guard answered == id else { throw .otherCase(asked: id, answered: answered) }
      return result
    case .unusable(let reason): throw .unreadable(reason: reason)
    }
  }
}

extension WorkerAnswer: CheckedContent {
  /// Checks the result.
  package func check() throws(ContentFlaw) {
    if case .result(let result) = self { try check("result", result) }
  }
}

/// The one-line form of what crosses between a run and its workers.
package enum CaseLine {
  /// A value as one line of JSON, with its members sorted.
  ///
  /// - Parameter value: What crosses.
  /// - Returns: The line.
  /// - Throws: `CaseLineError` if the value can't be written.
  package static func encode(_ value: some Encodable) throws(CaseLineError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      // Line breaks stand in strings only, where JSON escapes them.
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .unwritable(reason: "\(error)")
    }
  }

  /// A value as one line of JSON for others to read and to look at: no control is in it, nor what
  /// turns the direction of reading.
  ///
  /// - Parameter value: What is shown.
  /// - Returns: The line.
  /// - Throws: `CaseLineError` if the value can't be written.
  package static func shown(_ value: some Encodable) throws(CaseLineError) -> String {
    let line = try encode(value)
    guard line.unicodeScalars.contains(where: mustBeEscaped) else { return line }
    // All of them stand in strings, and have four digits.
    return line.unicodeScalars.map { scalar in
      guard mustBeEscaped(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined()
  }

  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar.steersTerminals || 0x2028...0x2029 ~= scalar.value
  }

  /// The value in a line of JSON, each number of which was checked.
  ///
  /// - Parameters:
  ///   - type: The type of what crosses.
  ///   - line: The line.
  /// - Returns: The value.
  /// - Throws: `CaseLineError` if the line is not such a value, or a number of it makes no sense.
  package static func decode<Content: Decodable & CheckedContent>(
    _ type: Content.Type, from line: String
  ) throws(CaseLineError) -> Content {
    do {
      let content = try JSONDecoder().decode(type, from: Data(line.utf8))
      try content.check()
      return content
    } catch let flaw as ContentFlaw {
      throw .flawed(flaw)
    } catch {
      throw .unreadable(reason: "\(error)")
    }
  }
}

/// A line between a run and a worker that is of no use: a mistake of the kit's own.
package enum CaseLineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A value that can't be written as a line.
  case unwritable(reason: String)
  /// A line that is not what should cross.
  case unreadable(reason: String)
  /// A line in which a number makes no sense.
  case flawed(ContentFlaw)
  /// A request whose level is none.
  case unknownLevel(String)
  /// A request whose edition is none, for this reason.
  case unknownEdition(EditionError)
  /// An answer about another case than was asked for.
  case otherCase(asked: String, answered: String)

  /// The mistake in a sentence.
  package var description: String {
    switch self {
    case .unwritable(let reason): "a line between run and worker can't be written: \(reason)"
    case .unreadable(let reason): "a line between run and worker can't be read: \(reason)"
    case .flawed(let flaw): "a line between run and worker makes no sense: \(flaw)"
    case .unknownLevel(let level): "a worker was asked for the level '\(level)'"
    case .unknownEdition(let error): "a worker was asked for an edition, but \(error)"
    case .otherCase(let asked, let answered):
      "a worker was asked for '\(asked)' and answered for '\(answered)'"
    }
  }
}
