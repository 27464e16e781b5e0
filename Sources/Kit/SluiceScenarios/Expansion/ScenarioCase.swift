package import SluiceSpies

/// One case: a scenario with one row of each of its matrices, ready to be run.
///
/// ## Identity The id is `<stem>/<scenario's name>` and then, for each matrix in order, `/<case id
/// of its row>`. The stem is the file's path after the last `Scenarios/`, without `.scenario`.
/// Neither names nor case ids may contain a slash, a line break or a control character, or begin or
/// end with a space, so ids are unique in a run and readable; they do not depend on the position of
/// anything in the file.
package struct ScenarioCase: Sendable {
  /// The stable id, such as `firestore/cancellation/document/cancel right after
  /// start/auth-state/later`.
  package var id: String
  /// The scenario's name followed by the case ids of the rows, joined by `/`.
  package var name: String
  /// The scenario's name.
  package var scenario: String
  /// The case id of the row of each matrix.
  package var caseIDs: [String]
  /// The variables that these rows give, in the order of the columns; none for an empty cell.
  package var variables: [CaseVariable]
  /// The suite, `<product>.<stream>.<layer>` of the stream that the first consumer uses.
  ///
  /// A case that starts no stream belongs to `<product>.<file's name>.<layer>` of its own file.
  package var suite: String
  /// The stream that the first consumer uses, such as `firestore.document-snapshots`.
  package var stream: String?
  /// The product, the layer and the stem that the file's path gives.
  package var place: ScenarioPlace
  /// The path of the file.
  package var path: String
  /// How many cases the file has.
  package var fileCaseCount: Int
  /// The line of the word `scenario`, counted from 1.
  package var line: Int
  /// Where the scenario's header stands.
  package var span: SourceSpan
  /// The files in which the spans of this case are.
  package var sources: SourceMap
  /// The vocabulary against which the case was checked.
  package let registry: Registry
  /// What the scenario is about, in its author's words.
  package var about: String?
  /// The rules that the scenario is about.
  package var rules: [String]
  /// The tags.
  package var tags: [String]
  /// The edition of the kit with which the scenario came; the first where it names none.
  ///
  /// A case of a later edition than a gate's fails nothing there.
  package var edition: Edition
  /// The traits that a subject must declare; otherwise the case is inapplicable.
  package var requires: [String]
  /// Why the case is expected to fail: the row's reason, else the scenario's.
  package var xfail: String?
  /// Why the case is not run: the row's reason, else the scenario's.
  package var skip: String?
  /// How far the case may go, if its scenario says so.
  package var limit: ScenarioLimit?
  /// How many schedules are tried, if its scenario says so.
  package var schedules: Int?
  /// The seed of its schedules, if its scenario says so.
  package var seed: Int64?
  /// The choices that are forced; empty for an ordinary scenario.
  package var schedule: [ForcedChoice]
  /// What is done before the timeline begins.
  package var given: [GivenCall]
  /// The lines of the timeline.
  package var timeline: [ScenarioStep]
  /// What is looked at after the epilogue.
  package var finally: [ProbeExpectation]
}

extension ScenarioCase {
  /// The streams that its consumers use, each once, in the order of their first consumers.
  package var streams: [String] {
    var streams: [String] = []
    for step in timeline {
      guard case .start(_, let call, _) = step.action, !streams.contains(call.name) else {
        continue
      }
      streams.append(call.name)
    }
    return streams
  }
}

extension ScenarioCase {
  /// The abilities that a source must have for the case: those without which one of its calls can't
  /// be done.
  package var needs: Set<SourceAbility> {
    var needs: Set<SourceAbility> = []
    for given in given { needs.formUnion(given.call.needs) }
    for step in timeline {
      if case .perform(let call, _) = step.action { needs.formUnion(call.needs) }
    }
    return needs
  }

  /// How many streams its lines open, and how many further iterators they make.
  package var openings: (streams: Int, iterators: Int) {
    timeline.reduce(into: (0, 0)) { count, step in
      switch step.action {
      case .start: count.0 += 1
      case .iterate: count.1 += 1
      default: break
      }
    }
  }
}

/// A variable that the row of a matrix gives a case.
package struct CaseVariable: Sendable {
  /// Its name, without the dollar sign.
  package let name: String
  fileprivate let value: SyntaxValue

  /// The value in the notation of the language; for a very long one what it is.
  package var text: String { value.shortText ?? "\(value.noun) too long to be shown" }
}

extension LinkedScenario {
  /// The columns of a matrix that give reasons and no variable.
  private static let reasons = ["xfail", "skip"]

  /// The variables that rows give.
  func variables(of rows: [Row]) -> [CaseVariable] {
    zip(matrices, rows).flatMap { matrix, row in
      // The first cell is the id of the row.
      zip(matrix.columns, row.slots).dropFirst().compactMap { column, slot in
        guard case .value(let value) = slot.meaning, !Self.reasons.contains(column.text) else {
          return nil
        }
        return CaseVariable(name: column.text, value: value)
      }
    }
  }
}

/// A choice that a schedule's table forces.
package struct ForcedChoice: Hashable, Sendable {
  /// The instant, in nanoseconds from the clock's start.
  package var instant: Int64
  /// The names of the events that must be ready.
  package var ready: [String]
  /// The name of the event that runs; one of ``ready``.
  package var run: String
  /// Where the row stands.
  package var span: SourceSpan

  /// Creates a choice.
  package init(instant: Int64, ready: [String], run: String, span: SourceSpan) {
    self.instant = instant
    self.ready = ready
    self.run = run
    self.span = span
  }
}

/// A call whose arguments have been matched with the parameters of its signature.
package struct ScenarioCall: Hashable, Sendable {
  /// One argument under the name of its parameter.
  package struct Argument: Hashable, Sendable {
    /// The name of the parameter.
    package var parameter: String
    /// The value, or the default.
    package var value: SyntaxValue
  }

  /// The full name, such as `firestore.put`.
  package var name: String
  /// The arguments in the order of the parameters; defaults are filled in.
  package var arguments: [Argument]
  /// The abilities of the source without which the call can't be done.
  package var needs: Set<SourceAbility> = []
  /// Where the call stands.
  package var span: SourceSpan

  /// The value of a parameter.
  ///
  /// - Parameter parameter: The name of the parameter.
  /// - Returns: The value or the default, or nil for an optional argument that is not given.
  package subscript(parameter: String) -> SyntaxValue? {
    arguments.first { argument in argument.parameter == parameter }?.value
  }

  /// The values of a parameter that may be given any number of times.
  ///
  /// - Parameter parameter: The name of the parameter.
  /// - Returns: The values in order.
  package func values(of parameter: String) -> [SyntaxValue] {
    arguments.filter { argument in argument.parameter == parameter }.map(\.value)
  }
}

/// The rows that follow a verb's call.
package struct ScenarioTable: Hashable, Sendable {
  /// A row.
  package struct Row: Hashable, Sendable {
    /// The cells in the order of the columns; nil where this row has no value.
    package var cells: [SyntaxValue?]
    /// Where the row stands.
    package var span: SourceSpan
  }

  /// The names of the columns.
  package var columns: [String]
  /// The rows in order.
  package var rows: [Row]
  /// Where the table stands.
  package var span: SourceSpan

  /// The rows as objects: a member for each cell that has a value.
  package var objects: [SyntaxObject] {
    rows.map { row in
      let cells = zip(columns, row.cells)
      return SyntaxObject(
        members: cells.compactMap { column, cell in
          cell.map { value in
            SyntaxObject.Member(key: column, keySpan: value.span, value: value)
          }
        })
    }
  }
}

/// A call before the timeline begins.
package struct GivenCall: Hashable, Sendable {
  /// The call.
  package var call: ScenarioCall
  /// The table behind it, if there is one.
  package var table: ScenarioTable?
  /// Where it stands.
  package var span: SourceSpan
}
