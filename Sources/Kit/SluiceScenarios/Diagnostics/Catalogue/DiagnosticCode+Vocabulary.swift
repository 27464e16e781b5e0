extension DiagnosticCode {
  /// The explanations of the codes about the registry's vocabulary.
  static let vocabularyExplanations: [DiagnosticCode: DiagnosticExplanation] = [
    .unknownVerb: DiagnosticExplanation(
      "a verb that nothing has",
      """
      What a backend or a device can be made to do is a closed list; sluice explain shows each \
      entry with an example.
      """,
      wrong: "firestore.putt(cities/SF, {a: 1})",
      right: "firestore.put(cities/SF, {a: 1})"),
    .wrongLayer: DiagnosticExplanation(
      "a verb of another layer",
      """
      The folder above the file is its layer. Some verbs make sense in some layers only: a \
      script hands listeners what it likes, an emulator does real operations.
      """),
    .wrongProduct: DiagnosticExplanation(
      "something of another product",
      """
      The folder below Scenarios is the product that a file is about. It can use what that \
      product has, and what the products have that it reaches.
      """,
      wrong: "database.put(/scores, 1)",
      right: "firestore.put(cities/SF, {a: 1})"),
    .argumentCount: DiagnosticExplanation(
      "a missing or surplus argument",
      """
      The note shows how the name is used: arguments without a label stand in order, those in \
      square brackets may be left out.
      """,
      wrong: "firestore.put(cities/SF)",
      right: "firestore.put(cities/SF, {a: 1})"),
    .argumentLabel: DiagnosticExplanation(
      "a label that the name does not have",
      "Labelled arguments stand in any order, but their labels are a closed list.",
      wrong: "firestore.put(cities/SF, {a: 1}, murge: true)",
      right: "firestore.put(cities/SF, {a: 1}, merge: true)"),
    .wrongType: DiagnosticExplanation(
      "a value of another type",
      "Integers, doubles, durations, strings and bare words stay apart; nothing is converted.",
      wrong: "firestore.put(cities/SF, 5)",
      right: "firestore.put(cities/SF, {a: 5})"),
    .unknownStream: DiagnosticExplanation(
      "a stream that no product has",
      "What can be consumed is a closed list, as verbs are.",
      wrong: "M = firestore.dokument-snapshots(cities/SF)",
      right: "M = firestore.document-snapshots(cities/SF)"),
    .unknownConstructor: DiagnosticExplanation(
      "a value call that does not exist",
      "Values that JSON does not have, and patterns, are written as calls from a closed list.",
      wrong: #"firestore.put(cities/SF, {a: timestap("2026")})"#,
      right: #"firestore.put(cities/SF, {a: timestamp("2026")})"#),
    .unknownProbe: DiagnosticExplanation(
      "a probe that does not exist",
      "What can be looked at, such as the number of active listeners, is a closed list.",
      wrong: "expect firestore.listners == 0",
      right: "expect firestore.listeners == 0"),
    .unknownRule: DiagnosticExplanation(
      "a rule that the catalogue does not have",
      "The ids of rules are stable for ever; sluice explain shows each.",
      wrong: "rule ordering.fofo",
      right: "rule ordering.fifo"),
    .unknownTrait: DiagnosticExplanation(
      "a trait that no case can require",
      """
      A scenario that requires a trait is inapplicable to subjects that do not declare it; a \
      misspelt one would be inapplicable to all.
      """,
      wrong: "requires releases-while-hold",
      right: "requires releases-while-held"),
    .unknownError: DiagnosticExplanation(
      "an error name that no product has",
      "Errors match by name and fields, so the name is one of a closed list.",
      wrong: "expect L error permission-denid",
      right: "expect L error permission-denied"),
    .tableMismatch: DiagnosticExplanation(
      "a table that a verb does not take, or one that it needs",
      "Some verbs take rows behind their call, most do not; sluice explain says which.",
      wrong: "firestore.fill(cities/of/it)",
      right: #"""
        firestore.fill(cities/of/it)
          | id |
          | "SF" |
        """#),
    .unknownColumn: DiagnosticExplanation(
      "a column that the table of a verb does not have",
      """
      The columns of such a table are a closed list, unless the verb says that the others are \
      data.
      """,
      wrong: #"""
        firestore.fill(a/b)
          | name |
          | "SF" |
        """#,
      right: #"""
        firestore.fill(a/b)
          | id |
          | "SF" |
        """#),
    .patternInData: DiagnosticExplanation(
      "a pattern where data is needed",
      """
      A wildcard and ... match values and are none, and some value calls make patterns or data \
      only. nexts lists every element, so it does not end with ....
      """,
      wrong: "firestore.put(cities/SF, {a: _})",
      right: "firestore.put(cities/SF, {a: 1})"),
    .bareWord: DiagnosticExplanation(
      "a bare word where data needs a string",
      "Bare words are symbols and never become strings, so that a forgotten quote is noticed.",
      wrong: "firestore.put(cities/SF, {a: north})",
      right: #"firestore.put(cities/SF, {a: "north"})"#),
    .wrongKindOfCall: DiagnosticExplanation(
      "a stream, a verb or a probe in the place of another",
      """
      A stream is started with NAME = …, a verb stands alone in its line, and a probe follows \
      expect.
      """,
      wrong: "firestore.document-snapshots(cities/SF)",
      right: "M = firestore.document-snapshots(cities/SF)"),
    .misplacedFile: DiagnosticExplanation(
      "a file whose path says neither product nor layer",
      """
      Files with scenarios are Scenarios/<product>/<layer>/<name>.scenario. Product and layer \
      decide which verbs may stand in them and in which suite their cases are. Files with only \
      let and flow may stand anywhere.
      """),
    .unknownProduct: DiagnosticExplanation(
      "a folder that names no product",
      "The folder below Scenarios is one of the products of the registry."),
    .unknownLayer: DiagnosticExplanation(
      "a folder that names no layer",
      "The folder below the product is unit, integration or cancellation."),
    .unknownEdition: DiagnosticExplanation(
      "an edition that the kit does not have",
      """
      A scenario names the edition of the kit with which it came, a year and a month. In a gate of \
      an older edition it fails nothing, so one of an edition that is still to come would never \
      count. A scenario without the line always counts.
      """,
      wrong: "edition 2026.1",
      right: "edition 2026.12"),
  ]
}
