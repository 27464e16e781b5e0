extension DiagnosticCode {
  /// The explanations of the codes about names and cases.
  static let namesExplanations: [DiagnosticCode: DiagnosticExplanation] = [
    .duplicateScenario: DiagnosticExplanation(
      "two scenarios of one name",
      "The name of a scenario is part of the ids of its cases, which are unique.",
      wrong: #"""
        scenario "a"
          timeline
            L = firestore.document-snapshots(cities/SF)
        scenario "a"
          timeline
            L = firestore.document-snapshots(cities/SF)
        """#,
      right: #"""
        scenario "a"
          timeline
            L = firestore.document-snapshots(cities/SF)
        scenario "b"
          timeline
            L = firestore.document-snapshots(cities/SF)
        """#),
    .duplicateCaseID: DiagnosticExplanation(
      "two rows with one case id",
      "The first column of a matrix is the id of the case, which is unique in its table.",
      wrong: #"""
        matrix
          | case | after |
          | a | 1ms |
          | a | 2ms |
        timeline
          L = firestore.document-snapshots(cities/SF)
          @$after cancel L
        """#,
      right: #"""
        matrix
          | case | after |
          | a | 1ms |
          | b | 2ms |
        timeline
          L = firestore.document-snapshots(cities/SF)
          @$after cancel L
        """#),
    .duplicateName: DiagnosticExplanation(
      "a name that stands for two things",
      """
      Values, flows, parameters and columns do not hide each other, lists name nothing twice, \
      and a stream and a group have different names.
      """,
      wrong: #"""
        let a = 1
        let a = 2
        """#,
      right: #"""
        let a = 1
        let b = 2
        """#),
    .unknownVariable: DiagnosticExplanation(
      "a variable that nothing declares",
      """
      A variable is a value of the file or of a file that it uses, a column of a matrix of the \
      same scenario, or a parameter of the same flow. Values can use those before them only.
      """,
      wrong: "@$later cancel L",
      right: "@5ms cancel L"),
    .unusedLet: DiagnosticExplanation(
      "a value that nothing uses",
      "A warning: what is never used is often a name that was misspelt elsewhere.",
      wrong: #"""
        let a = 1
        scenario "s"
          timeline
            L = firestore.document-snapshots(cities/SF)
        """#,
      right: #"""
        scenario "s"
          timeline
            L = firestore.document-snapshots(cities/SF)
        """#),
    .unusedFlow: DiagnosticExplanation(
      "a flow that nothing plays",
      "A warning: what is never played tests nothing.",
      wrong: #"""
        flow stop
          firestore.delete(cities/SF)
        scenario "s"
          timeline
            L = firestore.document-snapshots(cities/SF)
        """#,
      right: #"""
        scenario "s"
          timeline
            L = firestore.document-snapshots(cities/SF)
        """#),
    .unusedColumn: DiagnosticExplanation(
      "a column that nothing uses",
      "A warning: the cases of the matrix do not differ in what this column says.",
      wrong: #"""
        matrix
          | case | after |
          | a | 1ms |
        """#,
      right: #"""
        matrix
          | case |
          | a |
        """#),
    .unusedParameter: DiagnosticExplanation(
      "a parameter that the steps do not use",
      "A warning: whatever is given for it changes nothing.",
      wrong: #"""
        flow stop(at)
          firestore.delete(cities/SF)
        """#,
      right: #"""
        flow stop(at)
          firestore.delete($at)
        """#),
    .unknownFlow: DiagnosticExplanation(
      "a flow that does not exist",
      """
      A flow is declared in the file or in a file that it uses; what that file uses in turn is \
      not seen.
      """,
      wrong: "play stop",
      right: "firestore.delete(cities/SF)"),
    .flowArguments: DiagnosticExplanation(
      "a flow with other arguments than it has parameters",
      "Each parameter of a flow is given once, by its position or by its name as a label.",
      wrong: #"""
        flow stop(at)
          firestore.delete($at)
        scenario "s"
          timeline
            L = firestore.document-snapshots(cities/SF)
            play stop
        """#,
      right: #"""
        flow stop(at)
          firestore.delete($at)
        scenario "s"
          timeline
            L = firestore.document-snapshots(cities/SF)
            play stop(cities/SF)
        """#),
    .recursiveFlow: DiagnosticExplanation(
      "a flow that plays itself",
      "There are no conditions, so a flow that plays itself would never end.",
      wrong: #"""
        flow again
          play again
        """#,
      right: #"""
        flow once
          firestore.delete(cities/SF)
        """#),
    .malformedCaseID: DiagnosticExplanation(
      "a case id that can not be part of an id",
      """
      A case id is a word, a number, a duration or a string without a slash and without spaces \
      at its ends. Each row has one.
      """,
      wrong: #"""
        matrix
          | case |
          | "a/b" |
        """#,
      right: #"""
        matrix
          | case |
          | "a b" |
        """#),
    .malformedName: DiagnosticExplanation(
      "a scenario name that can not be part of an id",
      """
      The id of a case is path, name and case ids joined by slashes. So a name has no slash \
      and no control character, and no space at its ends.
      """,
      wrong: #"""
        scenario "a/b"
          timeline
            L = firestore.document-snapshots(cities/SF)
        """#,
      right: #"""
        scenario "a, b"
          timeline
            L = firestore.document-snapshots(cities/SF)
        """#),
    .emptyCell: DiagnosticExplanation(
      "a variable whose cell is empty",
      """
      An empty cell means that this row has no value for the column, and here the value is \
      needed.
      """,
      wrong: #"""
        matrix
          | case | after |
          | a | 1ms |
          | b |  |
        timeline
          L = firestore.document-snapshots(cities/SF)
          @$after cancel L
        """#,
      right: #"""
        matrix
          | case | after |
          | a | 1ms |
          | b | 2ms |
        timeline
          L = firestore.document-snapshots(cities/SF)
          @$after cancel L
        """#),
    .unusableInPath: DiagnosticExplanation(
      "a value that can not be part of a path",
      "A part of a path is a bare word, an integer or a string without a slash.",
      wrong: #"""
        let id = [1]
        flow stop
          firestore.delete(cities/$id)
        """#,
      right: #"""
        let id = 1
        flow stop
          firestore.delete(cities/$id)
        """#),
    .unusableHere: DiagnosticExplanation(
      "a value that its place can not take",
      """
      With its variables put in, the line has a value here that is not what the grammar needs \
      in this place.
      """,
      wrong: #"""
        let source = 1
        flow open
          M = $source
        """#,
      right: #"""
        let source = auth.state-changes()
        flow open
          firestore.delete(cities/SF)
        """#),
  ]
}
