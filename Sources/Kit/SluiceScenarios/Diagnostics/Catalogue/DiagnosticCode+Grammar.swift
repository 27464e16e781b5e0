extension DiagnosticCode {
  /// The explanations of the codes about the grammar.
  static let grammarExplanations: [DiagnosticCode: DiagnosticExplanation] = [
    .missingFormat: DiagnosticExplanation(
      "a file without its format",
      """
      The first line of every file is the format that it is written in, so that the language \
      can grow without misreading old files.
      """,
      wrong: "let a = 1",
      right: #"""
        format 1
        let a = 1
        """#),
    .unsupportedFormat: DiagnosticExplanation(
      "a format that is not known",
      "This version reads format 1 only. A newer version may have written the file.",
      wrong: "format 2",
      right: "format 1"),
    .unexpectedToken: DiagnosticExplanation(
      "something else than is needed here",
      """
      The line began in a known way, and then something stands where the grammar needs another \
      thing. The message says what it needs.
      """,
      wrong: "expect L next",
      right: "expect L next 1"),
    .unclosedBracket: DiagnosticExplanation(
      "a bracket that is never closed",
      """
      Inside brackets line breaks do not count, so a missing bracket would swallow the lines \
      after it. A line that can only begin a step or a section ends the search; the second \
      label shows it.
      """,
      wrong: #"""
        firestore.put(cities/SF, {a: 1}
        @5ms cancel L
        """#,
      right: #"""
        firestore.put(cities/SF, {a: 1})
        @5ms cancel L
        """#),
    .spaceBeforeArguments: DiagnosticExplanation(
      "a space before the arguments of a call",
      """
      A call is a name and its arguments without a space between them, so that a word followed \
      by a bracket is never ambiguous.
      """,
      wrong: "firestore.delete (cities/SF)",
      right: "firestore.delete(cities/SF)"),
    .unknownLine: DiagnosticExplanation(
      "a line that begins with no known word",
      """
      A step is a call, the start of a stream or one of a few words; outside of scenarios \
      there are use, let, flow and scenario.
      """,
      wrong: "expekt L ended",
      right: "expect L ended"),
    .misplacedLine: DiagnosticExplanation(
      "a line where it does not belong",
      """
      A scenario has its attributes and tables first, then given, timeline and finally. Flows \
      have steps only.
      """,
      wrong: #"""
        timeline
          L = firestore.document-snapshots(cities/SF)
        tags late
        """#,
      right: #"""
        tags early
        timeline
          L = firestore.document-snapshots(cities/SF)
        """#),
    .duplicateAttribute: DiagnosticExplanation(
      "an attribute or section that stands twice",
      "Only rule, tags, requires and matrix may stand more than once.",
      wrong: #"""
        seed 1
        seed 2
        """#,
      right: "seed 1"),
    .emptySection: DiagnosticExplanation(
      "a section without lines",
      """
      A scenario needs a timeline, and each section and flow needs a line; an empty one is \
      most likely a line that was lost.
      """,
      wrong: #"""
        given
        timeline
          L = firestore.document-snapshots(cities/SF)
        """#,
      right: #"""
        timeline
          L = firestore.document-snapshots(cities/SF)
        """#),
    .reservedWord: DiagnosticExplanation(
      "a word of the language as the name of a stream",
      """
      The words of sections, steps, outcomes and options can not name a stream or a group, so \
      that a forgotten name is noticed.
      """,
      wrong: "next = firestore.document-snapshots(cities/SF)",
      right: "N = firestore.document-snapshots(cities/SF)"),
    .misplacedEllipsis: DiagnosticExplanation(
      "an ellipsis that is not last",
      """
      In an array and in an object ... stands last and means: more may follow. An array needs \
      an element before it; what matches anything is _.
      """,
      wrong: "expect L next {..., a: 1}",
      right: "expect L next {a: 1, ...}"),
    .malformedTable: DiagnosticExplanation(
      "a table without rows, or rows without a table",
      """
      The first row of a table names its columns, and at least one row follows. Rows stand \
      directly behind the line that they belong to.
      """,
      wrong: #"""
        expect L nexts
          | a |
        """#,
      right: #"""
        expect L nexts
          | a |
          | 1 |
        """#),
    .rowWidth: DiagnosticExplanation(
      "a row of another width than its table",
      """
      Each row has as many cells as the first one. An empty cell is two bars with nothing \
      between them.
      """,
      wrong: #"""
        expect L nexts
          | a | b |
          | 1 |
        """#,
      right: #"""
        expect L nexts
          | a | b |
          | 1 |   |
        """#),
    .duplicateColumn: DiagnosticExplanation(
      "a column that stands twice",
      "The columns of a table, and those of all matrices of a scenario, have different names.",
      wrong: #"""
        expect L nexts
          | a | a |
          | 1 | 2 |
        """#,
      right: #"""
        expect L nexts
          | a | b |
          | 1 | 2 |
        """#),
    .duplicateKey: DiagnosticExplanation(
      "a key that stands twice in an object",
      "Of two values for one key only one could be kept.",
      wrong: "firestore.put(cities/SF, {a: 1, a: 2})",
      right: "firestore.put(cities/SF, {a: 1, b: 2})"),
    .trailingInput: DiagnosticExplanation(
      "something behind a complete line",
      """
      A line is one event. What follows it belongs in a line of its own, or behind # if it is \
      a comment.
      """,
      wrong: "cancel L cancel L",
      right: #"""
        cancel L
        cancel L
        """#),
    .absoluteStampInFlow: DiagnosticExplanation(
      "an absolute stamp inside a flow",
      """
      A flow may be played at any time, so its lines can only be stamped relative to each \
      other, with + and a duration.
      """,
      wrong: #"""
        flow wait
          @5ms firestore.delete(cities/SF)
        """#,
      right: #"""
        flow wait
          +5ms firestore.delete(cities/SF)
        """#),
    .misplacedMode: DiagnosticExplanation(
      "a mode where it has no meaning",
      """
      The words now, race and during say how a line that makes something happen competes with \
      everything else. Expectations wait, flows are several lines, and now has no stamp \
      because it follows directly.
      """,
      wrong: "@5ms now cancel L",
      right: "now cancel L"),
    .badOption: DiagnosticExplanation(
      "an option that can not stand here",
      """
      The options of a stream are manual, demand, held, leaves, precancelled, lenient, on main, \
      in, busy, throws at, prefix, map, filter and first, each once. A manual stream has no \
      loop, so demand, busy and throws do not go with it.
      """,
      wrong: "M = firestore.document-snapshots(cities/SF) heldd",
      right: "M = firestore.document-snapshots(cities/SF) held"),
    .misplacedEventName: DiagnosticExplanation(
      "the name of an event outside a schedule",
      """
      A word with # and a number names one of several equal events, and only the table of a \
      schedule forces events. A comment needs a space before its #.
      """,
      wrong: "expect L next done#1",
      right: "expect L next done #1"),
    .unusableName: DiagnosticExplanation(
      "a name that no variable can refer to",
      """
      A variable ends before - and ., so values, parameters and columns of a matrix have \
      letters, digits and underscores only.
      """,
      wrong: "let first-name = 1",
      right: "let first_name = 1"),
    .unknownOutcome: DiagnosticExplanation(
      "an outcome that no stream has",
      """
      A stream can be expected to next, nexts, error, finish, ended, added, removed and \
      silent.
      """,
      wrong: "expect L finnish",
      right: "expect L finish"),
    .numberOutOfRange: DiagnosticExplanation(
      "a number that does not fit its place",
      "Counts begin at one where nothing would be meant by zero; the message says the range.",
      wrong: #"""
        M = firestore.document-snapshots(cities/SF) manual
        pull M 0
        """#,
      right: #"""
        M = firestore.document-snapshots(cities/SF) manual
        pull M 1
        """#),
  ]
}
