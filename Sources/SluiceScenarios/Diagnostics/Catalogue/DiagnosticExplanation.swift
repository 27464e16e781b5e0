/// What a code means at length, as `sluice explain` shows it.
public struct DiagnosticExplanation: Hashable, Sendable {
  /// What is wrong, in a few words.
  public var title: String
  /// Why it is wrong and what to write instead.
  public var explanation: String
  /// Lines that get the diagnostic; empty where lines alone can't show it.
  public var wrong: String
  /// The same lines put right.
  public var right: String

  init(_ title: String, _ explanation: String, wrong: String = "", right: String = "") {
    self.title = title
    self.explanation = explanation
    self.wrong = wrong
    self.right = right
  }
}

extension DiagnosticCode {
  /// What the code means at length.
  public var explanation: DiagnosticExplanation {
    guard let explanation = DiagnosticCode.explanations[self] else {
      preconditionFailure("the code \(rawValue) has no explanation")
    }
    return explanation
  }

  private static let explanations: [DiagnosticCode: DiagnosticExplanation] = {
    let groups = [
      textExplanations, grammarExplanations, namesExplanations, vocabularyExplanations,
      streamsExplanations, filesExplanations,
    ]
    return groups.reduce(into: [:]) { all, group in
      all.merge(group) { first, _ in first }
    }
  }()
}
