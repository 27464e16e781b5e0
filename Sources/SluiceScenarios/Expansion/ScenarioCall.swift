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
