import SluiceConformance

extension RuleMatrix {
  /// The matrix as a table, with the reasons of what does not apply and the situations of each
  /// primary violation.
  package var text: String {
    var reasons: [String] = []
    var rows = [["rule"] + subjects]
    var violations: [String] = []
    for (rule, row) in zip(rules, cells) {
      rows.append([rule.id] + row.map { cell in cell.word(numbering: &reasons) })
      for (subject, cell) in zip(subjects, row) {
        guard case .violated(let situations) = cell else { continue }
        violations.append("\(subject) breaks \(rule.id) in " + situations.joined(separator: ", "))
      }
    }
    var lines = Self.aligned(rows) + [""]
    lines += reasons.enumerated().map { index, reason in "[\(index + 1)] \(reason)" }
    if !violations.isEmpty { lines += [""] + violations }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in
      rows.map { row in row[column].utf8.count }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        if !line.isEmpty { line += "  " }
        line += cell + String(repeating: " ", count: width - cell.utf8.count)
      }
      return String(line.reversed().drop { character in character == " " }.reversed())
    }
  }
}

extension RuleMatrix.Cell {
  fileprivate func word(numbering reasons: inout [String]) -> String {
    switch self {
    case .held: return "held"
    case .notExercised: return "not exercised"
    case .violated: return "VIOLATED"
    case .violatedWithAnother: return "violated"
    case .inapplicable(let reason):
      let index = reasons.firstIndex(of: reason) ?? reasons.endIndex
      if index == reasons.endIndex { reasons.append(reason) }
      return "inapplicable [\(index + 1)]"
    }
  }
}
