import SluiceScenarios

extension GrowingFile {
  /// Files of one line that gets longer and longer; each piece has a few bytes.
  static let ofOneLine: [GrowingFile] =
    wellFormed + letters + mistakes + longNames

  /// Lines with nothing wrong in them.
  private static let wellFormed: [GrowingFile] = [
    GrowingFile("elements", line: "expect L nexts [", "1, ", "]"),
    GrowingFile("letters of a string", line: "expect L next \"", "ab", "\""),
    GrowingFile("escapes", line: "expect L next \"", "\\u00fc\\n", "\""),
    GrowingFile("letters of a comment", line: "cancel L # ", "ü "),
    GrowingFile("variadic arguments", line: "firestore.delete(", "cities/SF, ", ")"),
    GrowingFile("parts of a path", line: "firestore.delete(a", "/b", ")"),
    GrowingFile("members") { count in
      Reading.started("firestore.put(cities/SF, {\(each(count, ", ") { "a\($0): 1" })})")
    },
    GrowingFile("columns") { count in
      let names = each(count, " | ") { "a\($0)" }
      let cells = each(count, " | ") { _ in "1" }
      return Reading.started(
        "firestore.fill(cities/of/it)\n  | id | \(names) |\n  | x | \(cells) |")
    },
    GrowingFile("tags") { count in
      "format 1\nscenario \"s\"\n  tags \(each(count, ", ") { "t\($0)" })\n  timeline\n"
        + "    L = firestore.document-snapshots(cities/SF)\n"
    },
  ]

  /// Letters that make no sense together.
  private static let letters: [GrowingFile] = [
    GrowingFile("words", line: "", "a "),
    GrowingFile("letters of a word", line: "", "ab"),
    GrowingFile("variables that run together", line: "", "$a"),
    GrowingFile("dollar signs", line: "", "$"),
    GrowingFile("dots", line: "", ".."),
    GrowingFile("signs", line: "", "-."),
    GrowingFile("words that run together", line: "", "a--"),
    GrowingFile("digits", line: "", "12"),
    GrowingFile("numbers with ellipses", line: "", "1..."),
    GrowingFile("empty parts of a path", line: "", "//"),
    GrowingFile("paths that run together", line: "", "a/$b-"),
    GrowingFile("open brackets", line: "expect L next ", "["),
    GrowingFile("closed brackets", line: "expect L next ", "]"),
    GrowingFile("brackets of all kinds", line: "x", "([{"),
    GrowingFile("quotes", line: "", "\" "),
    GrowingFile("three quotes", line: "", "\"\"\" "),
    GrowingFile("tabs", line: "", "\t"),
    GrowingFile("controls", line: "", "\u{1} x y z "),
    GrowingFile("emoji", line: "", "🏳️‍🌈"),
    GrowingFile("letters of another alphabet, in a string", line: "about \"", "я", "\""),
    GrowingFile("bytes that are no UTF-8") { count in
      Array(Reading.started("").utf8) + Array(repeating: 0xE2, count: count)
    },
  ]

  /// More and more mistakes in a line.
  private static let mistakes: [GrowingFile] = [
    GrowingFile("unknown variables", line: "expect L nexts [", "$x, ", "]"),
    GrowingFile("unknown constructors", line: "expect L nexts [", "dok({a: 1}), ", "]"),
    GrowingFile("surplus arguments", line: "firestore.put(cities/SF, {}, ", "1, ", ")"),
    GrowingFile("unknown labels", line: "firestore.put(cities/SF, {}, ", "mergee: true, ", ")"),
    GrowingFile("arguments that stand twice", line: "listener.send(1, ", "weight: 1.5, ", ")"),
    GrowingFile("keys that stand twice", line: "firestore.put(cities/SF, {", "a: 1, ", "})"),
    GrowingFile("options that stand twice") { count in
      let options = each(count, " ") { _ in "held" } + " " + each(count, " ") { _ in "map" }
      return Reading.timeline("L = firestore.document-snapshots(cities/SF) \(options)")
    },
    GrowingFile("columns that stand twice", line: "firestore.fill(cities/of/it)\n  ", "| id ", "|"),
    GrowingFile("unknown rules") { count in
      "format 1\nscenario \"s\"\n  rule \(each(count, ", ") { _ in "ordering.fifoo" })\n"
    },
    GrowingFile("values of a wrong type", line: "listener.send(1, ids: [", "\"a\", ", "])"),
    GrowingFile("parts of a path that have no value", line: "firestore.delete(a", "/$b", ")"),
  ]

  /// What is long, and used again and again.
  private static let longNames: [GrowingFile] = [
    GrowingFile("letters of a flow's name, and arguments that it does not take") { count in
      let name = String(repeating: "n", count: count)
      let arguments = each(count, ", ") { _ in "x: 1" }
      return "format 1\nflow \(name)\n  +1ms cancel L\n"
        + Reading.started("play \(name)(\(arguments))").dropFirst(9)
    },
    GrowingFile("values, and unknown variables") { count in
      "format 1\n" + each(count) { "let value\($0) = 1" } + "\n"
        + Reading.started("expect L nexts [\(each(count, ", ") { _ in "$valu" })]").dropFirst(9)
    },
    GrowingFile("letters of a value, and arguments that are too many") { count in
      "format 1\nlet s = \"\(String(repeating: "s", count: count))\"\n"
        + Reading.started("listener.send(1, \(each(count, ", ") { _ in "$s" }))").dropFirst(9)
    },
    GrowingFile("letters of a value, and parts of a path that have it") { count in
      "format 1\nlet s = \"\(String(repeating: "s", count: count))\"\n"
        + Reading.started("listener.send({a: a\(each(count, "") { _ in "/$s" })})").dropFirst(9)
    },
  ]
}
