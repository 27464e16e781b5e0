extension FileChecker {
  static let scheduleColumns = ["at", "ready", "run"]

  /// The choices that a schedule's table forces.
  mutating func schedule(_ table: SyntaxTable) -> [ForcedChoice] {
    guard table.columns.map(\.text) == FileChecker.scheduleColumns else {
      if let first = table.columns.first, let last = table.columns.last {
        report(
          .malformedSchedule, "the columns of a schedule are: at, ready, run",
          at: first.span.union(last.span))
      }
      return []
    }
    var choices: [ForcedChoice] = []
    for row in table.rows {
      guard let choice = choice(row) else { continue }
      if let last = choices.last, choice.instant < last.instant {
        report(
          .malformedSchedule, "this choice is made before the one above it", at: row.span,
          label: Diagnostic.Label(span: last.span, message: "the one above it"))
      }
      choices.append(choice)
    }
    return choices
  }

  private mutating func choice(_ row: SyntaxTable.Row) -> ForcedChoice? {
    guard row.cells.count == 3, let at = row.cells[0], let ready = row.cells[1],
      let run = row.cells[2]
    else {
      report(
        .malformedSchedule, "a choice has an instant, what is ready and what runs", at: row.span)
      return nil
    }
    guard case .duration(let instant) = at.kind else {
      return wrong(at, "the instant is a duration")
    }
    guard case .array(let array) = ready.kind, !array.isOpen else {
      return wrong(ready, "what is ready is an array of events")
    }
    var names: [String] = []
    var known: Set<String> = []
    for element in array.elements {
      guard case .symbol(let name) = element.kind else {
        return wrong(element, "an event is a bare word")
      }
      if !known.insert(name).inserted { return wrong(element, "'\(name)' is ready only once") }
      names.append(name)
    }
    guard case .symbol(let name) = run.kind else { return wrong(run, "what runs is a bare word") }
    guard known.contains(name) else {
      report(
        .malformedSchedule, "'\(name)' can't run, for it is not ready", at: run.span,
        label: Diagnostic.Label(span: ready.span, message: "these are ready"),
        suggestion: Suggestion.nearest(to: name, among: names))
      return nil
    }
    return ForcedChoice(instant: instant, ready: names, run: name, span: row.span)
  }

  private mutating func wrong(_ value: SyntaxValue, _ message: String) -> ForcedChoice? {
    report(.malformedSchedule, "\(message), and this is \(value.noun)", at: value.span)
    return nil
  }
}
