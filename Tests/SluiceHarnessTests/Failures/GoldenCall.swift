import Foundation
import ShippedGate
import SluiceHarness
import SluiceRunner

/// A call of the program in memory, with everything that it prints and writes as one text.
///
/// Clocks stand still and there is no host, so the text depends on the call alone. Workers are real
/// processes where the call has any.
struct GoldenCall {
  /// The text: each part under a line with its name.
  private(set) var text = ""

  /// Adds a part; a line feed that is missing at its end is visible.
  mutating func add(_ name: String, _ part: String) {
    guard !part.isEmpty else { return }
    // The version of the kit is another in each release, and with it the digest of a journal.
    let part = part.replacing(Harness.version, with: "VERSION")
      .replacing(/"digest":"[0-9a-f]{16}"/, with: "\"digest\":\"DIGEST\"")
    text += "==> \(name) <==\n\(part)"
    if part.last != "\n" { text += "(no line feed)\n" }
  }

  /// Makes a call and adds what it prints, and its exit code.
  ///
  /// - Parameters:
  ///   - words: The words behind the program's name.
  ///   - root: The folder in which it is called.
  ///   - harness: The program.
  ///   - executable: The program that workers are started from.
  ///   - columns: The width in the environment; nil for none.
  ///   - isTerminal: Whether a person watches.
  mutating func call(
    _ words: [String], in root: TemporaryFolder, of harness: Harness = ShippedGate.harness,
    executable: String = BuiltProgram.path, columns: Int? = nil, isTerminal: Bool = false
  ) {
    let output = RecordingSink(isTerminal: isTerminal, columns: columns)
    let errors = RecordingSink(isTerminal: isTerminal, columns: columns)
    var variables = [
      "GITHUB_STEP_SUMMARY": root.path(of: Self.summary), "GITHUB_WORKSPACE": root.path,
    ]
    if !isTerminal {
      variables["NO_COLOR"] = "1"
      variables["COLUMNS"] = columns.map { columns in "\(columns)" }
    }
    let code = harness.run(
      in: CommandEnvironment(
        arguments: words, variables: EnvironmentVariables(variables), workingDirectory: root.path,
        executablePath: executable, standardOutput: output, standardError: errors))
    let width = columns.map { columns in "\(isTerminal ? " on a terminal" : ""), \(columns) columns"
    }
    add("sluice \(words.joined(separator: " "))\(width ?? "")", Self.visible(output.text))
    add("standard error", Self.visible(errors.text))
    text += "==> exit code \(code.rawValue)\n"
  }

  /// Adds a report that a call has written, if it has, and removes it.
  mutating func add(report name: String, in root: TemporaryFolder) throws {
    let path = root.path(of: name)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let report = try root.read(name)
    add(name, name.hasSuffix(".html") ? Self.page(report) : report)
    try FileManager.default.removeItem(atPath: path)
  }

  /// The file that a step of GitHub's adds its summary to.
  static let summary = "summary.md"

  /// A page without what is the same on each: its style, its script, and the rows of rules that
  /// have no meaning for the stream.
  private static func page(_ html: String) -> String {
    html.replacing(/(?s)<style>.*?<\/style>/, with: "<style>…</style>")
      .replacing(/(?s)<script>.*?<\/script>/, with: "<script>…</script>")
      .replacing(/<tr><th scope="row">[^<]*<\/th><td>–<\/td><\/tr>\n/, with: "")
  }

  /// A text with the commands for terminals spelt out: a line is drawn anew below the old one.
  private static func visible(_ text: String) -> String {
    text.replacing("\r", with: "\\r\n").replacing("\u{1B}", with: "\\e")
  }
}
