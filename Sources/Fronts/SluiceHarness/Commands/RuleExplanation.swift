import SluiceConformance
import SluiceSpies
import SluiceText

/// The page of a rule: on a screen by default, or with everything that the rule says of itself.
struct RuleExplanation {
  let rule: Rule

  /// The most lines of a page that is not whole.
  static let mostLines = 50
  /// The most entries of one part of a log, and the fewest to which a crowded page cuts it.
  private static let entries = 6...40
  /// The fewest entries of a common beginning that is shown once.
  private static let fewestShared = 4

  /// What a reader needs first: why, the usual cause, the fix, code and a log of each kind, and the
  /// source.
  ///
  /// The longest logs with which the page fits on a screen of the usual width are shown, so that it
  /// says the same at every width. Where two logs do not fit, the page has the one that breaks the
  /// rule.
  var text: String {
    let both: [Rule.Example.Expectation] = [.conforming, .violating]
    let pages = [both, [.violating]].lazy.flatMap { kinds in
      Self.entries.reversed().lazy.map { count in page(of: kinds, entries: count) }
    }
    let fitting = pages.first { page in
      DisplayText(page).rendered(columns: HelpText.usualColumns).count <= Self.mostLines
    }
    return fitting ?? page(of: [.violating], entries: Self.entries.lowerBound)
  }

  /// The whole page: code, traits, abilities, rules that break with it, real threads, and all logs.
  var wholeText: String {
    var lines = head + ["", rule.rationale, ""]
    for part in [level, edition] where !part.isEmpty { lines += part + [""] }
    if !advice.isEmpty { lines += advice + [""] }
    for block in code { lines += block + [""] }
    if let sources { lines.append(sources) }
    if !rule.traits.isEmpty {
      lines.append("Depends on: \(rule.traits.map(\.rawValue).joined(separator: ", "))")
    }
    if !rule.needs.isEmpty {
      let names = rule.needs.sorted().map { ability in ability.rawValue }
      lines.append("Needs the ability: \(names.joined(separator: " or "))")
    }
    if !rule.implies.isEmpty {
      lines.append("Broken with it: \(rule.implies.joined(separator: ", "))")
    }
    lines.append("On real threads: \(underThreads)")
    for example in rule.examples {
      lines += ["", Self.title(of: example)] + example.lines.map(Self.entry)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension RuleExplanation {
  private var head: [String] { ["\(rule.id) (\(rule.level.rawValue)): \(rule.statement)"] }

  /// Why the level is no higher; empty for the highest.
  private var level: [String] {
    rule.levelReason.map { reason in ["Level: \(rule.level.rawValue). \(reason)"] } ?? []
  }

  /// The edition of a rule that came after the first.
  private var edition: [String] {
    guard rule.edition > .first else { return [] }
    return ["Edition: \(rule.edition). Gates of an older one have its violations as advice."]
  }

  /// The usual cause and the fix; empty where the rule's author says nothing of them.
  private var advice: [String] {
    [
      rule.usualCause.map { cause in "Usual cause: \(cause)" },
      rule.fix.map { fix in "Fix: \(fix)" },
    ].compactMap { line in line }
  }

  /// The wrong code and the right code; empty where the rule's author gives none.
  private var code: [[String]] {
    rule.code.map { code in
      [("Wrong:", code.wrong), ("Right:", code.right)].map { heading, text in
        [heading]
          + text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.isEmpty ? "" : "\(Self.blanks)\(line)"
          }
      }
    } ?? []
  }

  /// Where the obligation comes from; nil where the rule's author says nothing of it.
  private var sources: String? {
    guard !rule.anchors.isEmpty else { return nil }
    var numbers: [String] = []
    for case .reactiveStreams(let number) in rule.anchors { numbers.append(number) }
    var hasSpecification = false
    let names = rule.anchors.compactMap { anchor -> String? in
      guard case .reactiveStreams = anchor else { return Self.text(of: anchor) }
      defer { hasSpecification = true }
      let rules = numbers.count == 1 ? "rule" : "rules"
      return hasSpecification
        ? nil
        : "Reactive Streams specification for the JVM, \(rules) \(Self.list(numbers))"
    }
    return "From: \(names.joined(separator: "; "))"
  }

  /// Words with commas between them, and "and" before the last.
  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The page with a log of each of some kinds.
  private func page(of kinds: [Rule.Example.Expectation], entries: Int) -> String {
    let shown = kinds.compactMap { kind in
      rule.examples.first { example in example.expectation == kind }
    }
    var paragraphs = [head, ["Why: \(rule.rationale)"], level, edition, advice] + code
    paragraphs += logs(of: shown, entries: entries)
    paragraphs += [sources.map { line in [line] } ?? [], [remainder(besides: shown.count)]]
    return paragraphs.filter { lines in !lines.isEmpty }
      .map { lines in lines.map { line in line + "\n" }.joined() }
      .joined(separator: "\n")
  }

  /// The chosen logs; the first of each kind shows the rule best.
  ///
  /// A beginning that two have is shown once, so that the difference stands out.
  private func logs(of chosen: [Rule.Example], entries: Int) -> [[String]] {
    let logs = chosen.map { example in example.lines.map(Self.entry) }
    var shared = 0
    if logs.count == 2 {
      shared = zip(logs[0], logs[1]).prefix { one, other in one == other }.count
      // The entries that differ are shown behind one that both have.
      if shared < Self.fewestShared || shared == logs[0].count { shared = 0 }
    }
    let beginning =
      shared == 0
      ? []
      : ["Both logs begin:"] + Self.beginning(Array(logs[0].prefix(shared)), cutTo: entries)
    let rest = zip(chosen, logs).map { example, log in
      [Self.title(of: example)] + Self.rest(Array(log.dropFirst(shared)), cutTo: entries)
    }
    return [beginning] + rest
  }

  /// What the whole page has besides some logs.
  private func remainder(besides shown: Int) -> String {
    let further = rule.examples.count - shown
    var parts: [String] = []
    if further > 0 { parts.append(further == 1 ? "1 more log" : "\(further) more logs") }
    if !rule.traits.isEmpty { parts.append("the traits that it reads") }
    if !rule.needs.isEmpty { parts.append("the abilities that it needs") }
    if !rule.implies.isEmpty { parts.append("the rules that break with it") }
    parts.append("whether it counts on real threads")
    return "With --all: \(parts.joined(separator: ", "))."
  }

  /// Whether the rule counts in `sluice stress`.
  private var underThreads: String {
    switch rule.underThreads {
    case .counts: "counts"
    case .countsWhereAsked: "counts where each value was asked for before it was handed over"
    case .countsOneByOne: "counts where the backend called back one by one"
    case .hasNoSay(let reason): "does not count: \(reason)"
    }
  }
}

extension RuleExplanation {
  private static func title(of example: Rule.Example) -> String {
    let kind =
      switch example.expectation {
      case .conforming: "Holds"
      case .violating: "Violated"
      case .silent: "Not exercised"
      case .outside: "Does not apply"
      }
    return "\(kind): \(example.title)"
  }

  /// An entry of a log, with what a rule may judge by beside the event.
  private static func entry(_ line: Rule.Example.Line) -> String {
    var notes: [String] = []
    if line.delay > 0 { notes.append("\(Value.readable(nanoseconds: line.delay)) later") }
    if line.elements.made > 0 {
      notes.append("\(line.elements.made) elements made, \(line.elements.living) of them live")
    }
    switch line.growth {
    case .limited?: notes.append("the memory of the stream grows no more")
    case .steady?: notes.append("the memory of the stream grows with each subscription")
    case nil: break
    }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return "\(line.isBlamed ? blame : blanks)\(line.event)\(note)"
  }

  private static let blame = "  > "
  private static let blanks = "    "

  /// The first and the last entries of what both logs begin with.
  private static func beginning(_ log: [String], cutTo most: Int) -> [String] {
    guard log.count > most + 1 else { return log }
    let left = log.count - most
    return log.prefix(most / 2) + ["\(blanks)… \(left) entries left out"]
      + log.suffix(most - most / 2)
  }

  /// The first entries of a log, and in any case the blamed entry with those before it.
  private static func rest(_ log: [String], cutTo most: Int) -> [String] {
    guard log.count > most + 1 else { return log }
    var lines = Array(log.prefix(most))
    var end = most
    if let blamed = log.firstIndex(where: { entry in entry.hasPrefix(blame) }), blamed >= most {
      let start = max(2, blamed - most + 3)
      lines = Array(log.prefix(2))
      if start > 2 { lines.append("\(blanks)… \(start - 2) entries left out") }
      lines += log[start...blamed]
      end = blamed + 1
    }
    return end < log.count ? lines + ["\(blanks)… \(log.count - end) further entries"] : lines
  }

  /// The full name of a source.
  private static func text(of anchor: Rule.Anchor) -> String {
    switch anchor {
    case .reactiveStreams(let number):
      "Reactive Streams specification for the JVM, rule \(number)"
    case .swiftEvolution("SE-0304"):
      "Swift Evolution proposal SE-0304, 'Structured concurrency'"
    case .swiftEvolution("SE-0314"):
      "Swift Evolution proposal SE-0314, 'AsyncStream and AsyncThrowingStream'"
    case .swiftEvolution(let number): "Swift Evolution proposal \(number)"
    case .proposal:
      "Firebase, 'API Design for Firebase AsyncSequence Event Streams', Testing Plan "
        + "(github.com/firebase/firebase-ios-sdk, "
        + "docs/AsyncStreams/swift-async-sequence-api-design.md)"
    case .observersGuide:
      "the guide 'Async Streams' of ForgeObservers "
        + "(stefanprojchev.github.io/ForgeObservers/docs/async-streams)"
    case .webSocketArticle:
      "Donny Wals, 'Iterating over web socket messages with async / await in Swift' "
        + "(www.donnywals.com)"
    case .measured(let what): "measured with Swift 6.3.1: \(what)"
    case .practice(let name), .document(let name): name
    }
  }
}
