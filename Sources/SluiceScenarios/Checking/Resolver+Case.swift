extension Resolver {
  /// The variables of a case: those of the file and one row of each matrix.
  func environment(of linked: LinkedScenario, rows: [LinkedScenario.Row]) -> Environment {
    var environment = Environment(shared: program.modules[0].values)
    for (matrix, row) in zip(linked.matrices, rows) {
      for (column, slot) in zip(matrix.columns, row.slots) {
        environment.local[column.text] = slot
      }
    }
    return environment
  }

  /// What is done before the timeline of a case.
  mutating func given(_ scenario: SyntaxScenario, in environment: Environment) -> [GivenCall] {
    scenario.given.compactMap { given in
      let table = given.table.map { table in self.table(table, in: environment) }
      let call = substitution.replace(given.call, in: environment, depth: 1)
      return binder.verb(call, table: table, at: given.span, log: &substitution.log).map { call in
        GivenCall(call: call, table: table, span: given.span)
      }
    }
  }

  /// What is looked at after the epilogue of a case.
  mutating func finally(
    _ scenario: SyntaxScenario, in environment: Environment
  ) -> [ProbeExpectation] {
    scenario.finally.compactMap { final in probe(final.probe, at: final.span, in: environment) }
  }
}
