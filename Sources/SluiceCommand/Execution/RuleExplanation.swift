import SluiceConformance

/// What a rule says of itself, as text.
struct RuleExplanation {
  let rule: Rule

  /// The rule's identity, why it exists, where it comes from and its examples.
  var text: String {
    var lines = [
      "\(rule.id) (\(rule.level.rawValue)): \(rule.statement)", "", rule.rationale, "",
      "From: \(rule.anchors.map(RuleExplanation.text).joined(separator: "; "))",
    ]
    if !rule.traits.isEmpty {
      lines.append("Depends on: \(rule.traits.map(\.rawValue).joined(separator: ", "))")
    }
    if !rule.implies.isEmpty {
      lines.append("Broken with it: \(rule.implies.joined(separator: ", "))")
    }
    lines.append("On real threads: \(underThreads)")
    for example in rule.examples { lines += text(of: example) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What the rule's verdict is worth to `sluice stress`.
  private var underThreads: String {
    switch rule.underThreads {
    case .counts: "has a say"
    case .countsOneByOne: "has a say where the backend called back one by one"
    case .hasNoSay(let reason): "has no say: \(reason)"
    }
  }

  private func text(of example: Rule.Example) -> [String] {
    let kind =
      switch example.expectation {
      case .conforming: "Holds"
      case .violating: "Violated"
      case .silent: "Not exercised"
      case .outside: "Does not apply"
      }
    return ["", "\(kind): \(example.title)"]
      + example.lines.map { line in "\(line.isBlamed ? "  > " : "    ")\(line.event)" }
  }

  private static func text(of anchor: Rule.Anchor) -> String {
    switch anchor {
    case .reactiveStreams(let number): "Reactive Streams \(number)"
    case .swiftEvolution(let number): number
    case .proposal: "the testing plan of the event stream proposal"
    case .observersGuide: "the observers' guide to asynchronous streams"
    case .webSocketArticle: "the article on web socket messages"
    case .combineArticle: "the article on AsyncSequence and Combine"
    case .measured(let number): "measured: \(number)"
    case .practice(let name): name
    }
  }
}
