import SluiceConformance
import SluiceHarness
import SluiceRunner

/// The text of a self-test: the matrix, the streams that end a run, the right ones, and what
/// differs.
extension SelfTestMatrix {
  /// All of it in a form.
  ///
  /// - Throws: `CaseLineError` where a line can't be written as JSON.
  func text(as format: DataFormat) throws(CaseLineError) -> String {
    switch format {
    case .human: return human
    case .json:
      var lines: [String] = []
      for rule in rules { lines.append(try CaseLine.encode(RuleLine(rule, in: self))) }
      for row in rows { lines.append(try CaseLine.encode(StreamLine(row))) }
      lines.append(try CaseLine.encode(SummaryLine(self)))
      return lines.map { line in line + "\n" }.joined()
    }
  }

  private var human: String {
    var blocks: [[String]] = []
    if !rules.isEmpty { blocks.append(ruleLines) }
    let ending = rows.filter { row in row.entry.rule == nil && !row.entry.isRight }
    if !ending.isEmpty { blocks.append(SelfTestMatrix.endingLines(ending)) }
    let right = rows.filter { row in row.entry.isRight }
    if !right.isEmpty { blocks.append(SelfTestMatrix.rightLines(right)) }
    blocks.append(summaryLines)
    return blocks.map { lines in lines.map { line in line + "\n" }.joined() }
      .joined(separator: "\n")
  }

  /// Each rule with the streams that it catches, and in how many cases.
  private var ruleLines: [String] {
    var table = [["rule", "streams", "cases", "caught in so many cases"]]
    for rule in rules {
      if let reason = exempt[rule] {
        table.append([rule, "-", "-", reason])
        continue
      }
      let names = catching(rule).map { row in "\(row.entry.name) \(row.showing.count)" }
      table.append(
        [rule, "\(catching(rule).count)", "\(cases(showing: rule).count)"]
          + [names.joined(separator: ", ")])
    }
    return SelfTestMatrix.aligned(table)
  }

  /// Each stream that no rule has to catch, and how its cases ended.
  private static func endingLines(_ rows: [Row]) -> [String] {
    var table = [["stream that ends a run", "cases", "as"]]
    for row in rows {
      let causes = Set(row.showing.map(cause(of:))).sorted()
      table.append([row.entry.name, "\(row.showing.count)", causes.joined(separator: ", ")])
    }
    return aligned(table)
  }

  /// Each right stream, and how often it was tried.
  private static func rightLines(_ rows: [Row]) -> [String] {
    var table = [["right stream", "cases", "random", "runs", "blamed"]]
    for row in rows {
      table.append(
        [row.entry.name, "\(row.played)", "\(row.randomVerdicts.count)", "\(row.schedules)"]
          + ["\(row.blaming.count)"])
    }
    return aligned(table)
  }

  private var summaryLines: [String] {
    let differences = differences
    let right = rows.count { row in row.entry.isRight }
    let sum =
      "\(SelfTestMatrix.count(rules.count, "rule")), "
      + "\(SelfTestMatrix.count(rows.count - right, "faulty stream")), \(right) right ones, "
      + "\(SelfTestMatrix.count(rows.map(\.schedules).reduce(0, +), "run")): "
    return differences.map { difference in "DIFFERENCE \(difference)" }
      + [sum + (differences.isEmpty ? "all as it should be" : "\(differences.count) not so")]
  }

  private static func aligned(_ table: [[String]]) -> [String] {
    let widths = (0..<table[0].count - 1).map { column in
      table.map { line in line[column].utf8.count }.max() ?? 0
    }
    return table.map { line in
      let cells = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.utf8.count)
      }
      return (cells + line.suffix(1)).joined(separator: "  ")
    }
  }
}

/// A rule as one line of JSON.
private struct RuleLine: Encodable {
  struct Stream: Encodable {
    let name: String
    let cases: Int
  }

  let rule: String
  let streams: [Stream]
  let cases: Int
  let exempt: String?

  init(_ rule: String, in matrix: SelfTestMatrix) {
    self.rule = rule
    streams = matrix.catching(rule).map { row in
      Stream(name: row.entry.name, cases: row.showing.count)
    }
    cases = matrix.cases(showing: rule).count
    exempt = matrix.exempt[rule]
  }
}

/// A stream as one line of JSON.
private struct StreamLine: Encodable {
  let stream: String
  let isRight: Bool
  let rule: String?
  let cases: Int
  let randomCases: Int
  let runs: Int
  let shown: Int
  let blamed: Int
  /// In how many of its cases, random ones left out, it fails by each cause.
  let causes: [String: Int]

  init(_ row: SelfTestMatrix.Row) {
    stream = row.entry.name
    isRight = row.entry.isRight
    rule = row.entry.rule
    cases = row.played
    randomCases = row.randomVerdicts.count
    runs = row.schedules
    shown = row.showing.count
    blamed = row.blaming.count
    causes = row.causes
  }
}

/// The last line of JSON: what differs.
private struct SummaryLine: Encodable {
  let differences: [String]

  init(_ matrix: SelfTestMatrix) { differences = matrix.differences }
}
