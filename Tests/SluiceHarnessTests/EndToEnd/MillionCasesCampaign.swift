import Foundation
import SluiceHarness
import Testing

@Suite(
  "Memory of a million cases", .campaign,
  .enabled(if: Interpreter.python != nil, "needs python3, which tells a process's peak"))
struct MillionCasesCampaign {
  /// How many cases the smaller and the larger run have.
  private static let counts = (few: 10_000, many: 1_000_000)

  /// Runs a program with its output thrown away, and prints the most memory that it had, in KiB.
  private static let peak = """
    import resource, subprocess, sys
    code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
    print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    """

  /// Writes a journal of so many cases like the first of a real one.
  private static func write(_ count: Int, like journal: String, to file: FileHandle) throws {
    let lines = journal.split(separator: "\n").map { line in String(line) }
    try #require(lines.count == 6)
    let begin = lines[0].replacing(/"cases":\d+/, with: "\"cases\":\(count)")
    let line = lines[1].replacing(/"rules":\[[^\]]*\]/, with: "\"rules\":[\"\"]")
      .replacing("a value arrives", with: "case @").replacing("\"number\":0", with: "\"number\":@")
    let pieces = line.split(separator: "@", omittingEmptySubsequences: false)
    try #require(pieces.count == 4)
    let cases = (0..<count).lazy.map { number in pieces.joined(separator: "\(number)") }
    let told = [AnySequence([begin]), AnySequence(cases), AnySequence([lines[4]])].lazy.joined()
    var text = ""
    for line in told {
      text += line + "\n"
      guard text.utf8.count > 1 << 18 else { continue }
      try file.write(contentsOf: Data(text.utf8))
      text = ""
    }
    try file.write(contentsOf: Data("\(text)\(try RunJournal.digest(of: told))\n".utf8))
  }

  @Test("is within 20 MB of that of ten thousand, in whatever reports they are told")
  func peaks() throws {
    let root = try SmallScenarios.root()
    let run = try BuiltProgram.run(
      ["run", "--schedules", "0", "--reproducible", "--report", "json=run.json"], in: root.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    let journal = try root.read("run.json")
    let sizes = try [Self.counts.few, Self.counts.many].map { count in
      try Self.write(count, like: journal, to: root.handle(writingTo: "many.json"))
      let call = try FinishedCall(
        Interpreter.python ?? "",
        [
          "-c", Self.peak, BuiltProgram.path, "merge", "many.json", "--format", "json",
          "--report", "json=merged.json", "--report", "tap=run.tap", "--report", "github=run.md",
          "--report", "junit10=run.xml", "--report", "windyroad=wind.xml",
        ], in: root.path, variables: [:])
      let words = call.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      #expect(words.first == 0, "\(call.errors)")
      #expect(try root.read("run.tap").hasSuffix("\n1..\(count)\n"))
      return try #require(words.last) * 1024
    }
    #expect(sizes[1] - sizes[0] < 20_000_000, "\(sizes)")
  }
}

/// What can tell how much memory a program had.
private enum Interpreter {
  /// The interpreter of Python.
  static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first { path in
    FileManager.default.isExecutableFile(atPath: path)
  }
}
