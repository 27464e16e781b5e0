/// The parts of a run that tested nothing, as values that each report renders.
///
/// A run counts its cases while they finish, and adds the rules at its end. Cases that failed as a
/// list says were played, and do not count as left out.
package struct NotTested: Sendable, Hashable {
  /// The cases that were left out for one reason.
  package struct LeftOut: Sendable, Hashable {
    /// The reason, as each of the cases has it.
    package var reason: String
    /// The number of cases.
    package var cases: Int
  }

  /// A rule that no case exercised.
  package struct Rule: Sendable, Hashable {
    /// The id of the rule.
    package var id: String
    /// Why no case exercised it; nil where nothing says so.
    package var reason: String?
    /// Whether it could have been exercised: a case was played in which it had a meaning.
    package var isApplicable: Bool

    /// A rule with the reason.
    package init(id: String, reason: String?, isApplicable: Bool) {
      self.id = id
      self.reason = reason
      self.isApplicable = isApplicable
    }
  }

  /// The number of cases, played or left out.
  package private(set) var cases = 0
  /// The number of cases that were played.
  package private(set) var played = 0
  /// The number of cases that passed under a part of their schedules.
  ///
  /// A failure ends a case early, so that failed cases do not count.
  package private(set) var sampled = 0
  /// The rules that no case exercised, in the order of the rules.
  package var rules: [Rule] = []
  /// Whether all cases of all files were played or left out, so that the rules are named.
  package var isOfWholeRun = false
  private var reasons: [String] = []
  private var counts: [String: Int] = [:]

  /// A run that has tested everything so far.
  package init() {}

  /// Counts a case that was left out.
  ///
  /// - Parameter reason: Why it was.
  package mutating func count(leftOutFor reason: String) {
    cases += 1
    if counts[reason] == nil { reasons.append(reason) }
    counts[reason, default: 0] += 1
  }

  /// Counts a case that was played.
  ///
  /// - Parameter isSampled: Whether it passed, and was not played under every schedule.
  package mutating func countPlayed(isSampled: Bool) {
    cases += 1
    played += 1
    if isSampled { sampled += 1 }
  }

  /// The cases that were left out by their reasons, the reason of most cases first; of equal ones,
  /// the one that came up first.
  package var leftOut: [LeftOut] {
    reasons.enumerated()
      .map { index, reason in (index, LeftOut(reason: reason, cases: counts[reason] ?? 0)) }
      .sorted { left, right in (right.1.cases, left.0) < (left.1.cases, right.0) }
      .map { _, leftOut in leftOut }
  }

  /// The rules that could have been exercised.
  package var applicableRules: [Rule] { rules.filter(\.isApplicable) }
}

// MARK: Text

extension NotTested {
  /// The most reasons that a short text names, and the most rules of which it names each.
  private static let named = (reasons: 5, rules: 8)

  /// What no run of the kit sees on this platform.
  package static let outOfReach =
    "out of reach on Linux: Apple's frameworks; weak memory; orders between two locks inside one "
    + "call, of which stress plays some on real threads"

  /// How a call asks for what a text leaves out.
  package enum Front: Sendable, Hashable {
    /// By the options of a command.
    case command
    /// By the arguments and the variables of a test.
    case test

    fileprivate var schedules: String {
      switch self {
      case .command: "more by --schedules all"
      case .test: "more by a larger 'schedules:'"
      }
    }

    fileprivate var reasons: String {
      switch self {
      case .command: "see list --left-out"
      case .test: rules
      }
    }

    fileprivate var rules: String {
      switch self {
      case .command: "--verbose names each"
      case .test: "SLUICE_VERBOSE=1 names each"
      }
    }
  }

  /// The sentences for people, each in a line; none if everything was tested.
  ///
  /// - Parameters:
  ///   - isWhole: Whether each reason and each rule is named, and not only the first few.
  ///   - front: How a call asks for what the text leaves out.
  /// - Returns: The text.
  package func text(isWhole: Bool = false, for front: Front = .command) -> DisplayText {
    var text = DisplayText()
    let leftOut = leftOut
    let named = isWhole ? (reasons: .max, rules: .max) : Self.named
    for part in leftOut.prefix(named.reasons) {
      text.append("\(part.cases) of \(Self.cases(cases)), \(part.reason)")
    }
    let further = leftOut.dropFirst(named.reasons)
    if !further.isEmpty {
      let count = further.reduce(0) { sum, part in sum + part.cases }
      let others = further.count == 1 ? "1 other reason" : "\(further.count) other reasons"
      text.append("\(count) of \(Self.cases(cases)), for \(others): \(front.reasons)")
    }
    if sampled > 0 {
      text.append(
        "\(sampled) of \(Self.cases(played)), not under every schedule: \(front.schedules)")
    }
    guard isOfWholeRun else { return text }
    if applicableRules.count > named.rules {
      let rules = Self.counted(applicableRules.count, "rule")
      text.append("\(rules) that no case exercised: \(front.rules)")
    } else {
      text.append(ruleTexts)
    }
    text.append(Self.outOfReach)
    return text
  }

  /// The rules that no case exercised: each with its reason, and all others in one sentence.
  private var ruleTexts: [String] {
    let rules = applicableRules
    let explained = rules.compactMap { rule in
      rule.reason.map { reason in "rule \(rule.id), that no case exercised: \(reason)" }
    }
    let others = rules.filter { rule in rule.reason == nil }
    if others.isEmpty { return explained }
    let names = others.map(\.id).joined(separator: ", ")
    return explained + ["\(Self.counted(others.count, "rule")) that no case exercised: \(names)"]
  }

  private static func cases(_ count: Int) -> String { counted(count, "case") }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
