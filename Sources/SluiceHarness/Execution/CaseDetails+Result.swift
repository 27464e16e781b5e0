import SluiceConformance
import SluiceReports
import SluiceRunner

extension CaseDetails {
  /// What a page shows of a case beside what every report shows.
  init(_ result: CaseResult) {
    self.init()
    verdicts = result.rules.map { rule in Verdict(rule.rule, Verdict.Kind(rule.verdict)) }
    failure = result.problem?.account.map { account in FailureDetails(account) }
  }
}

extension CaseDetails.Verdict.Kind {
  fileprivate init(_ verdict: RuleResult.Verdict) {
    switch verdict {
    case .held: self = .held
    case .violated: self = .broken
    case .impliedViolation: self = .implied
    case .inapplicable: self = .inapplicable
    }
  }
}

extension FailureDetails {
  fileprivate init(_ account: FailureAccount) {
    self.init(again: account.again)
    excerpts = account.excerpts.map { excerpt in SourceExcerpt(excerpt) }
    explanation = account.details
    diagram = account.picture.map { picture in SequenceDiagram(picture) }
    schedule = account.schedule
    departures = account.departures
  }
}

extension SourceExcerpt {
  fileprivate init(_ excerpt: ScenarioExcerpt) {
    self.init(
      path: excerpt.path, firstLine: excerpt.firstLine, lines: excerpt.lines,
      marks: excerpt.marks.map { mark in
        let note: String? =
          switch mark.reason {
          case .failed: nil
          case .played: "played here"
          case .stimulus: "set it off"
          }
        return Mark(line: mark.line, column: mark.column, length: mark.length, note: note)
      })
  }
}

extension SequenceDiagram {
  fileprivate init(_ picture: LogPicture) {
    self.init(
      lanes: picture.lanes.map { lane in
        Lane(name: lane.name, kind: Lane.Kind(lane.kind))
      },
      rows: picture.rows.map { row in Row(row) }, blamed: picture.blamed)
  }
}

extension SequenceDiagram.Lane.Kind {
  fileprivate init(_ kind: LogPicture.Lane.Kind) {
    switch kind {
    case .consumer: self = .consumer
    case .registration: self = .registration
    case .others, .backend: self = .backend
    }
  }
}

extension SequenceDiagram.Row {
  fileprivate init(_ row: LogPicture.Row) {
    self.init(time: row.time, step: row.step, line: row.line)
    cells = row.cells.map { cell in
      SequenceDiagram.Cell(
        lane: cell.lane, text: cell.text,
        call: cell.call.map { call in SequenceDiagram.Cell.Call(call) })
    }
    alive = row.alive
    arrow = row.arrow
    entries = row.entries
    isExcerpt = row.isExcerpt
  }
}

extension SequenceDiagram.Cell.Call {
  fileprivate init(_ call: LogPicture.Cell.Call) {
    switch call {
    case .begins: self = .begins
    case .ends: self = .ends
    case .whole: self = .whole
    }
  }
}
