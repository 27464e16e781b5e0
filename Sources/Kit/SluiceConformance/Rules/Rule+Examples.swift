extension Rule {
  /// The examples that the rule judges otherwise than they say, a sentence for each.
  ///
  /// A rule that holds in every log, or in none, would otherwise never be noticed.
  package var misjudgedExamples: [String] {
    examples.compactMap { example in
      let verdict = check(example.evidence)
      let isRight =
        switch (example.expectation, verdict) {
        case (.conforming, .held), (.silent, .notExercised), (.outside, .inapplicable): true
        case (.violating, .violated(let entry, _)): entry == example.blamed
        default: false
        }
      guard !isRight else { return nil }
      return "the rule '\(id)' judges its example '\(example.title)' as \(verdict.word), "
        + "and the example says \(example.word)"
    }
  }
}

extension Verdict {
  /// The verdict in a word or two.
  fileprivate var word: String {
    switch self {
    case .held: "held"
    case .violated(let entry, _): "violated at entry \(entry)"
    case .notExercised: "not exercised"
    case .inapplicable: "inapplicable"
    }
  }
}

extension Rule.Example {
  /// The verdict that it says, in a word or two.
  fileprivate var word: String {
    switch expectation {
    case .conforming: "held"
    case .violating: blamed.map { entry in "violated at entry \(entry)" } ?? "violated at no entry"
    case .silent: "not exercised"
    case .outside: "inapplicable"
    }
  }
}
