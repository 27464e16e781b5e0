package import SluiceConformance

/// What each rule says of each subject, over many situations: the worst of its verdicts.
package struct RuleMatrix {
  /// What a rule says of a subject over all situations, worst last.
  package enum Cell: Hashable {
    /// The rule does not apply to the subject in any situation, for the reason that it gave first.
    case inapplicable(because: String)
    /// No situation brought the subject to where the rule has something to say.
    case notExercised
    /// Some situations exercised the rule, and all of them met it.
    case held
    /// Some situations broke the rule, each of them by breaking a more specific one.
    case violatedWithAnother
    /// Some situations broke the rule before any other, by their names.
    case violated(in: [String])
  }

  /// The rules, which are the rows.
  package let rules: [Rule]
  /// The names of the subjects, which are the columns.
  package let subjects: [String]
  /// What each rule says, row by row.
  package private(set) var cells: [[Cell]]

  /// The matrix of subjects over situations, each run once with the canonical schedule.
  package init(subjects: [Subject], situations: [Situation]) {
    rules = Rule.catalogue
    self.subjects = subjects.map { subject in subject.name }
    let start: Cell = .inapplicable(because: "no situation has a meaning for it")
    cells = rules.map { _ in subjects.map { _ in start } }
    for (column, subject) in subjects.enumerated() {
      var isFirst = true
      for situation in situations where situation.applies(to: subject) {
        add(situation.run(subject).judge(), of: situation, to: column, isFirst: isFirst)
        isFirst = false
      }
    }
  }

  private mutating func add(
    _ judgements: [Judgement], of situation: Situation, to column: Int, isFirst: Bool
  ) {
    let primary = Set(judgements.primaryViolations.map { judgement in judgement.rule.id })
    for (row, judgement) in judgements.enumerated() {
      let cell = Cell(
        judgement.verdict, isPrimary: primary.contains(judgement.rule.id), in: situation.name)
      cells[row][column] = isFirst ? cell : cells[row][column].merged(with: cell)
    }
  }
}

extension RuleMatrix.Cell {
  fileprivate init(_ verdict: Verdict, isPrimary: Bool, in situation: String) {
    self =
      switch verdict {
      case .held: .held
      case .notExercised: .notExercised
      case .inapplicable(let reason): .inapplicable(because: reason)
      case .violated: isPrimary ? .violated(in: [situation]) : .violatedWithAnother
      }
  }

  private var gravity: Int {
    switch self {
    case .inapplicable: 0
    case .notExercised: 1
    case .held: 2
    case .violatedWithAnother: 3
    case .violated: 4
    }
  }

  fileprivate func merged(with other: Self) -> Self {
    if case .violated(let mine) = self, case .violated(let others) = other {
      return .violated(in: mine + others)
    }
    return other.gravity > gravity ? other : self
  }
}
