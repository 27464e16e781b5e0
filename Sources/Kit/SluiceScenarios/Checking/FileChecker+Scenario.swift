import SluiceSpies

extension FileChecker {
  /// Reports a scenario's name that can't be part of a case's id.
  mutating func checkName(_ name: SyntaxName) {
    guard let problem = FileChecker.problem(withName: name.text) else { return }
    report(
      .malformedName, "the name of a scenario \(problem)", at: name.span,
      notes: ["it is a part of its cases' ids, whose parts are joined by '/'"])
  }

  /// What is wrong with a part of a case's id, as the end of a sentence.
  private static func problem(withName name: String) -> String? {
    if name.isEmpty { return "can't be empty" }
    if name.hasPrefix(" ") || name.hasSuffix(" ") { return "can't begin or end with a space" }
    for scalar in name.unicodeScalars {
      if scalar == "/" { return "can't contain '/'" }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate:
        return "can't contain control characters"
      default: continue
      }
    }
    return nil
  }

  private var isFull: Bool { resolver.substitution.log.isFull }

  /// Reports rules and traits that the registry does not have.
  mutating func checkWords(_ scenario: SyntaxScenario) {
    for rule in scenario.rules where registry.rule(rule.text) == nil && !isFull {
      report(
        .unknownRule, "no rule has the id '\(rule.text)'", at: rule.span,
        suggestion: Suggestion.nearest(to: rule.text, among: registry.rules.map(\.name)))
    }
    for trait in scenario.requires where registry.trait(trait.text) == nil && !isFull {
      report(
        .unknownTrait, "no case can require the trait '\(trait.text)'", at: trait.span,
        suggestion: Suggestion.nearest(to: trait.text, among: registry.traits.map(\.name)))
    }
    for names in [scenario.rules, scenario.tags, scenario.requires] { checkTwice(names) }
    guard let edition = scenario.edition else { return }
    do throws(EditionError) {
      // A case of an edition that the kit lacks would count in no gate.
      try edition.value.check(upTo: registry.newestEdition)
    } catch {
      report(.unknownEdition, error.description, at: edition.span)
    }
  }

  private mutating func checkTwice(_ names: [SyntaxName]) {
    var seen: [String: SourceSpan] = [:]
    for name in names {
      if let first = seen.updateValue(name.span, forKey: name.text) {
        report(
          .duplicateName, "'\(name.text)' stands twice", at: name.span,
          label: Diagnostic.Label(span: first, message: "here first"))
      }
    }
  }

  /// Reports columns that have the name of another column or of a value.
  mutating func checkHidden(_ linked: LinkedScenario) {
    var seen: [String: SourceSpan] = [:]
    for column in linked.matrices.flatMap({ matrix in matrix.columns.dropFirst() })
    where !["xfail", "skip"].contains(column.text) {
      if let first = seen[column.text] {
        report(
          .duplicateColumn, "two matrices have the column '\(column.text)'", at: column.span,
          label: Diagnostic.Label(span: first, message: "here first"))
      } else if let known = resolver.program.modules[0].values[column.text] {
        report(
          .duplicateName, "'\(column.text)' is a value already, and a column hides it",
          at: column.span, label: Diagnostic.Label(span: known.declaration, message: "the value"))
      }
      seen[column.text] = seen[column.text] ?? column.span
    }
  }

  // MARK: Matrices

  /// The rows of a matrix with their case ids.
  mutating func matrix(_ table: SyntaxTable, _ scenario: SyntaxScenario) -> LinkedScenario.Matrix {
    for column in table.columns.dropFirst() where !WordText.isVariableName(column.text) {
      let letters = column.text.map { letter in letter == "-" || letter == "." ? "_" : letter }
      report(
        .unusableName, "'$\(column.text)' would not be read as one variable", at: column.span,
        notes: ["a variable's name has letters, digits and _ only"], suggestion: String(letters))
    }
    if let first = table.columns.first, ["xfail", "skip"].contains(first.text) {
      report(
        .malformedCaseID, "the first column has the case ids, and '\(first.text)' has a reason",
        at: first.span)
    }
    var ids: [String: SourceSpan] = [:]
    var rows: [LinkedScenario.Row] = []
    for row in table.rows {
      guard let id = caseID(row) else { continue }
      if let first = ids[id] {
        report(
          .duplicateCaseID, "two rows have the case id '\(id)'",
          at: row.cells.first??.span ?? row.span,
          label: Diagnostic.Label(span: first, message: "here first"))
        continue
      }
      ids[id] = row.cells.first??.span ?? row.span
      rows.append(linked(row, id, table))
    }
    return LinkedScenario.Matrix(columns: table.columns, rows: rows)
  }

  private mutating func caseID(_ row: SyntaxTable.Row) -> String? {
    guard let cell = row.cells.first, let cell else {
      report(.malformedCaseID, "the first cell of a row is its case id", at: row.span)
      return nil
    }
    let id: String
    switch cell.kind {
    case .symbol(let text), .string(let text): id = text
    case .int, .duration, .bool, .double: id = cell.description
    default:
      report(
        .malformedCaseID, "\(cell.noun) can't be a case id", at: cell.span,
        notes: ["it is a word, a number, a duration or a string"])
      return nil
    }
    if let problem = FileChecker.problem(withName: id) {
      report(.malformedCaseID, "a case id \(problem)", at: cell.span)
      return nil
    }
    return id
  }

  private mutating func linked(
    _ row: SyntaxTable.Row, _ id: String, _ table: SyntaxTable
  ) -> LinkedScenario.Row {
    let environment = Environment(shared: resolver.program.modules[0].values)
    var result = LinkedScenario.Row(id: id, slots: [], xfail: nil, skip: nil)
    resolver.substitution.workBefore = resolver.substitution.work
    for (column, cell) in zip(table.columns, row.cells) {
      let value = cell.map { cell in resolver.substitution.replace(cell, in: environment) }
      switch column.text {
      case "xfail": result.xfail = reason(value, column)
      case "skip": result.skip = reason(value, column)
      default: break
      }
      let meaning: Environment.Meaning =
        if let value {
          value.hasVariable ? .unknown : .value(value)
        } else {
          .empty(row: row.span)
        }
      result.slots.append(Environment.Slot(meaning: meaning, declaration: column.span))
    }
    return result
  }

  private mutating func reason(_ value: SyntaxValue?, _ column: SyntaxName) -> String? {
    guard let value else { return nil }
    switch value.kind {
    case .string(let text), .text(let text):
      if text.contains(where: { letter in letter != " " }) { return text }
      report(.wrongType, "the reason for '\(column.text)' can't be empty", at: value.span)
      return nil
    default:
      report(
        .wrongType, "'\(column.text)' is a reason in quotes, and this is \(value.noun)",
        at: value.span)
      return nil
    }
  }
}

// MARK: - The schedule

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
