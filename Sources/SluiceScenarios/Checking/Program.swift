/// A scenario file with all the files that it uses, read and linked.
struct Program: Sendable {
  /// A flow with the place of the file in whose variables its steps are read.
  struct Flow: Sendable {
    var syntax: SyntaxFile.Flow
    var module: Int
  }

  /// One file.
  struct Module: Sendable {
    /// The file's own values and those of the files that it uses.
    var values: [String: Environment.Slot] = [:]
    /// The file's own flows and those of the files that it uses, as indices of ``Program/flows``.
    var flows: [String: Int] = [:]
    /// The names that the file itself declares: those that a file which uses it sees.
    var ownValues: [SyntaxName] = []
    var ownFlows: [SyntaxName] = []
  }

  var modules: [Module] = []
  var flows: [Flow] = []
}

/// A scenario whose tables have been read.
struct LinkedScenario: Sendable {
  /// A row of a matrix.
  struct Row: Sendable {
    var id: String
    var slots: [Environment.Slot]
    var xfail: String?
    var skip: String?
  }

  struct Matrix: Sendable {
    var columns: [SyntaxName]
    var rows: [Row]
  }

  var syntax: SyntaxScenario
  var matrices: [Matrix]
  var schedule: [ForcedChoice]

  /// How many cases it has; clamped where the product does not fit.
  var caseCount: Int {
    var count = 1
    for matrix in matrices {
      let (product, overflow) = count.multipliedReportingOverflow(by: matrix.rows.count)
      if overflow { return Int.max }
      count = product
    }
    return count
  }

  /// The rows of a case; the last matrix runs fastest.
  func rows(of index: Int) -> [Row] {
    var rest = index
    var rows: [Row] = []
    for matrix in matrices.reversed() {
      rows.append(matrix.rows[rest % matrix.rows.count])
      rest /= matrix.rows.count
    }
    return rows.reversed()
  }
}
