package import SluiceText

/// What became of one case: the one thing that the reports are made of.
///
/// It crosses from the worker to the run as one line, and holds nothing of the machine but the real
/// time.
package struct CaseResult: Sendable, Hashable, Codable {
  /// The outcome of a case; boxed, since a failure is large, and results pass through many hands.
  package indirect enum Outcome: Sendable, Hashable {
    /// Everything held.
    case passed
    /// A rule or an expectation was violated.
    case failed(CaseFailure)
    /// The case could not be judged: a crash, a hang, a limit, an unusable fixture.
    case errored(CaseFailure)
    /// The case was not run, or failed as was known, for this reason.
    case skipped(String)
  }

  /// The case's stable id.
  package var id: String
  /// What became of it.
  package var outcome: Outcome
  /// Every rule with something to say on the run: exercised, violated or inapplicable; sorted by
  /// id.
  @Packed package var rules: [RuleResult] = []
  /// The failures that count for nothing: violations below the level or of a later edition, one for
  /// each rule, and that of a case which came with a later edition; nil for none.
  ///
  /// A case that fails has none.
  package var advice: [CaseFailure]?
  /// The cause by which the case failed as a list of known failures says, or which is advice where
  /// the case passed; nil for other cases.
  ///
  /// The run that has the list sets it.
  package var knownCause: String?
  /// How many expectations and rules were checked.
  package var assertions = 0
  /// How many events the simulation ran.
  package var steps = 0
  /// How much virtual time passed, in nanoseconds.
  package var virtualNanoseconds: Int64 = 0
  /// How many schedules it was run under.
  package var schedules = ScheduleCount()
  /// The schedule under which it failed, as its short text; nil if that was the canonical one.
  package var schedule: String?
  /// The failure as a scenario of its own, if that was asked for and can be written.
  package var scenarioText: String?
  /// Where a replay could not follow its schedule; nil if it could.
  package var divergence: String?
  /// The whole log of a replay that passed, if it was asked for.
  package var picture: LogPicture?
  /// The logs of its first runs, if they were asked for.
  package var logs: [LogSample] = []
  /// A digest of each distinct schedule but the canonical one, sorted, if they were asked for.
  package var digests: [UInt64] = []
  /// What it showed of its streams' traits, each once, if that was asked for.
  package var sightings: [CaseSighting] = []
  /// The abilities that its sources are not declared to lack and no listener had a callback for,
  /// by their names, if that was asked for and adds said so.
  package var inaudible: [String]?
  /// Which pairs of stimuli have raced in it, if that was asked for.
  package var races: [CaseRaces]?
  /// How much real time it took, in nanoseconds; the run fills it in.
  package var realNanoseconds: Int64 = 0

  /// A result of a case.
  package init(id: String, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

extension CaseResult {
  /// Why the case did not pass; nil if it passed or was skipped.
  package var failure: CaseFailure? {
    switch outcome {
    case .failed(let failure), .errored(let failure): failure
    case .passed, .skipped: nil
    }
  }
}

/// It crosses as an object: `kind` is `passed`, `failed`, `errored` or `skipped`, with a `failure`
/// or a `reason`.
extension CaseResult.Outcome: Codable {
  private enum Kind: String, Codable {
    case passed, failed, errored, skipped
  }

  private enum CodingKeys: CodingKey {
    case kind, failure, reason
  }

  /// Reads the object, which has a failure only where its kind has one: a changed kind alone makes
  /// no failed case one that passed.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try container.decode(Kind.self, forKey: .kind)
    if kind == .passed || kind == .skipped, container.contains(.failure) {
      throw DecodingError.dataCorruptedError(
        forKey: .failure, in: container, debugDescription: "a case that \(kind) has no failure")
    }
    switch kind {
    case .passed: self = .passed
    case .failed: self = .failed(try container.decode(CaseFailure.self, forKey: .failure))
    case .errored: self = .errored(try container.decode(CaseFailure.self, forKey: .failure))
    case .skipped: self = .skipped(try container.decode(String.self, forKey: .reason))
    }
  }

  /// Writes the object.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .passed: try container.encode(Kind.passed, forKey: .kind)
    case .failed(let failure):
      try container.encode(Kind.failed, forKey: .kind)
      try container.encode(failure, forKey: .failure)
    case .errored(let failure):
      try container.encode(Kind.errored, forKey: .kind)
      try container.encode(failure, forKey: .failure)
    case .skipped(let reason):
      try container.encode(Kind.skipped, forKey: .kind)
      try container.encode(reason, forKey: .reason)
    }
  }
}

/// What one rule said of a case.
package struct RuleResult: Sendable, Hashable {
  /// What a rule said, when it said anything.
  package enum Verdict: Character, Sendable {
    /// Exercised and held.
    case held = "+"
    /// Violated, and the most specific of the rules broken by the same event.
    case violated = "x"
    /// Violated along with a more specific rule.
    case impliedViolation = "i"
    /// Without meaning for the subject.
    case inapplicable = "-"
  }

  /// The rule's id.
  package var rule: String
  /// What it said.
  package var verdict: Verdict
  /// Why, for a violation or where the rule does not apply.
  package var reason: String?

  /// What a rule said.
  package init(rule: String, verdict: Verdict, reason: String? = nil) {
    self.rule = rule
    self.verdict = verdict
    self.reason = reason
  }
}

/// What the rules said of a case, as it crosses: in few texts, since a result has it of a hundred.
///
/// The first text has a word for each rule: the sign of its verdict, its id and, where it gave a
/// reason, `:` and which of the texts behind is that. A reason that many gave stands there once.
@propertyWrapper
package struct Packed: Sendable, Hashable, Codable {
  /// What the rules said.
  package var wrappedValue: [RuleResult]

  /// What the rules said.
  package init(wrappedValue: [RuleResult]) {
    self.wrappedValue = wrappedValue
  }

  /// Reads the texts.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let texts = try container.decode([String].self)
    guard let packed = Packed(texts: texts) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(texts.first ?? "")' is not what rules said")
    }
    self = packed
  }

  /// Writes the texts.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(texts)
  }

  /// What rules said, in its texts; nil if that is not what these are.
  init?(texts: [String]) {
    var rules: [RuleResult] = []
    for word in (texts.first ?? "").utf8.split(separator: UInt8(ascii: " ")) {
      let colon = word.firstIndex(of: UInt8(ascii: ":"))
      let rule = word[..<(colon ?? word.endIndex)].dropFirst()
      let reason = colon.map { colon in Int(Substring(word[colon...].dropFirst())) } ?? 0
      guard let sign = word.first,
        let verdict = RuleResult.Verdict(rawValue: Character(Unicode.Scalar(sign))),
        let reason, texts.indices.contains(reason)
      else { return nil }
      rules.append(
        RuleResult(
          rule: String(Substring(rule)), verdict: verdict,
          reason: reason > 0 ? texts[reason] : nil))
    }
    wrappedValue = rules
  }

  /// What the rules said, in texts.
  var texts: [String] {
    var words = ""
    var texts: [String] = []
    var numbers: [String: Int] = [:]
    for rule in wrappedValue {
      if !words.isEmpty { words += " " }
      words.append(rule.verdict.rawValue)
      words += rule.rule
      guard let reason = rule.reason else { continue }
      let number = numbers[reason] ?? texts.count + 1
      if number > texts.count {
        numbers[reason] = number
        texts.append(reason)
      }
      words += ":\(number)"
    }
    return [words] + texts
  }
}

extension CaseResult: CheckedContent {
  /// Checks each count, the failure, and what was asked for beside the outcome.
  package func check() throws(ContentFlaw) {
    try check("outcome.failure", failure)
    try check("advice", each: advice ?? [])
    try check("assertions", assertions, in: CountLimits.count)
    try check("steps", steps, in: CountLimits.count)
    try check("virtualNanoseconds", virtualNanoseconds, in: 0...)
    try check("schedules", schedules)
    try check("picture", picture)
    try check("sightings", each: sightings)
    try check("realNanoseconds", realNanoseconds, in: 0...)
  }
}
