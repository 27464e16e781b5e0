import SluiceScenarios

extension GrowingFile {
  /// Files of more and more lines.
  static let ofManyLines: [GrowingFile] = sound + wrong

  /// Lines with nothing wrong in them.
  private static let sound: [GrowingFile] = [
    GrowingFile("steps", lines: "+1ms firestore.put(cities/SF, {a: 1})"),
    GrowingFile("empty lines") { count in
      Reading.started("expect L nexts [1," + String(repeating: "\n", count: count) + "2]")
    },
    GrowingFile("lines of a text") { count in
      "format 1\nscenario \"s\"\n  about \"\"\"\n" + each(count) { _ in "    some words" }
        + "\n    \"\"\"\n  timeline\n    L = firestore.document-snapshots(cities/SF)\n"
    },
    GrowingFile("values") { count in
      "format 1\n" + each(count) { "let value\($0) = [1, 2]" } + "\n"
    },
    GrowingFile("values of values") { count in
      "format 1\nlet value0 = 1\n" + each(count) { "let value\($0) = [$value\($0 - 1), 2].a" }
    },
    GrowingFile("flows") { count in
      "format 1\n" + each(count) { "flow flow\($0)(s)\n  +1ms cancel $s" } + "\n"
    },
    GrowingFile("flows that are played") { count in
      "format 1\n" + each(count) { "flow flow\($0)(s)\n  +1ms cancel $s" } + "\n"
        + Reading.started(each(count) { "play flow\($0)(L)" }).dropFirst(9)
    },
    GrowingFile("streams") { count in
      Reading.timeline(
        each(count) { "L\($0) = firestore.document-snapshots(cities/SF) in G\($0)" }
          + "\n" + each(count) { "expect L\($0) next _" } + "\n" + each(count) { "cancel G\($0)" })
    },
    GrowingFile("scenarios") { count in
      "format 1\n"
        + each(count) { number in
          "scenario \"s\(number)\"\n  timeline\n    L = firestore.document-snapshots(cities/SF)\n"
        }
    },
    GrowingFile("rows of a matrix") { count in
      "format 1\nscenario \"s\"\n  matrix\n    | case | after | value |\n"
        + each(count) { "    | c\($0) | \($0)ms | {a: \($0)} |" } + "\n  timeline\n"
          + """
              L = firestore.document-snapshots(cities/SF)
              +$after firestore.put(cities/SF, $value)
              expect L next $value
              cancel L
          """
    },
    GrowingFile("rows of a table") { count in
      Reading.started(
        "firestore.fill(cities/of/it)\n  | id | a |\n" + each(count) { "  | c\($0) | \($0) |" })
    },
    GrowingFile("files that are used") { count in
      "format 1\n" + each(count) { _ in "use \"shared.scenario\"" } + "\n"
    },
  ]

  /// Lines of which each is wrong.
  private static let wrong: [GrowingFile] = [
    GrowingFile("lines without a meaning", lines: "nonsense"),
    GrowingFile("misspelt verbs", lines: "firestore.putt(cities/SF, {})"),
    GrowingFile("unknown streams", lines: "cancel M"),
    GrowingFile("open brackets", lines: "x(["),
    GrowingFile("open brackets with words", lines: "x([ a b c,"),
    GrowingFile("objects that are not closed", lines: "put {a: {"),
    GrowingFile("closed brackets", lines: "x)]"),
    GrowingFile("strings that are not closed", lines: "about \"x"),
    GrowingFile("texts that are not closed", lines: "about \"\"\"x"),
    GrowingFile("rows of no table", lines: "| a | b |"),
    GrowingFile("rows that are too short") { count in
      Reading.started(
        "firestore.fill(cities/of/it)\n  | id | a |\n" + each(count) { "  | c\($0) |" })
    },
    GrowingFile("unknown flows") { count in
      "format 1\n" + each(count) { "flow flow\($0)(s)\n  +1ms cancel $s" } + "\n"
        + Reading.started(each(count) { "play flaw\($0)(L)" }).dropFirst(9)
    },
    GrowingFile("values that are declared twice") { count in
      "format 1\n" + each(count) { _ in "let value = 1" } + "\n"
    },
    GrowingFile("stamps that go back") { count in
      Reading.started(each(count) { "@\(10_000 - $0)ms cancel L" })
    },
    GrowingFile("rows without a value") { count in
      "format 1\nscenario \"s\"\n  matrix\n    | case | a |\n"
        + each(count) { "    | c\($0) | |" } + "\n  timeline\n    cancel $a\n"
    },
  ]
}
