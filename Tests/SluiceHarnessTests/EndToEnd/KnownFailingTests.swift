import Foundation
import SluiceRunner
import Testing

@Suite("Known failures", .startsPrograms)
struct KnownFailingTests {
  private static let list = "Scenarios/known-failing/proposal.txt"

  fileprivate static func lines() throws -> [String] {
    let text = try String(
      contentsOf: URL(filePath: "\(BuiltProgram.repository)/\(list)"), encoding: .utf8)
    return text.split(separator: "\n").map(String.init).filter { line in !line.hasPrefix("#") }
  }

  /// Files with failures of several rules, which are enough where a list is to be wrong.
  private static let paths = ["completion", "errors"].map { name in
    "Scenarios/listener/unit/\(name).scenario"
  }

  /// The lines about these files.
  private static func shortLines() throws -> [String] {
    try lines().filter { line in
      line.contains(" listener/unit/completion/") || line.contains(" listener/unit/errors/")
    }
  }

  /// A run of some scenarios against the plain proposal, with other lines in the list.
  private static func run(
    _ lines: [String], _ paths: [String] = paths
  ) throws -> (call: FinishedCall, cases: [ReportedCase]) {
    let folder = try TemporaryFolder()
    try folder.write(lines.map { line in line + "\n" }.joined(), to: "list.txt")
    let call = try BuiltProgram.run(
      [
        "run", "--subject", "proposal", "--known-failing", folder.path(of: "list.txt"),
        "--junit", folder.path(of: "junit.xml"), "--format", "json",
      ] + paths)
    return (call, try ReportedCase.all(in: call.output))
  }

  @Test("each have a reason: above the first of those with one cause in one product")
  func reasons() throws {
    let text = try String(
      contentsOf: URL(filePath: "\(BuiltProgram.repository)/\(Self.list)"), encoding: .utf8)
    var isExplained = false
    var group = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        isExplained = true
        continue
      }
      let words = line.split(separator: " ", maxSplits: 1)
      let product = words[1].prefix { character in character != "/" }
      if group != "\(words[0]) \(product)" {
        #expect(isExplained, "\(line)")
        group = "\(words[0]) \(product)"
      }
      isExplained = false
    }
  }

  @Test("let the run succeed")
  func success() throws {
    let lines = try Self.shortLines()
    let (call, cases) = try Self.run(lines)
    #expect(call.exitCode == 0, "\(call.errors)")
    let known = cases.filter { one in one.message?.hasPrefix("known failure: ") == true }
    #expect(known.count == lines.count)
    #expect(known.allSatisfy { one in one.outcome == "skipped" })
  }

  @Test("fail the run when one is not listed")
  func oneMissing() throws {
    var lines = try Self.shortLines()
    let removed = lines.remove(at: lines.count / 2)
    let (call, cases) = try Self.run(lines)
    #expect(call.exitCode == 1)
    let failed = cases.filter { one in one.outcome == "failed" }
    #expect(failed.map { one in "\(one.rules.first ?? "") \(one.id)" } == [removed])
  }

  @Test("fail the run when one passes")
  func onePasses() throws {
    let lines = try Self.shortLines()
    let (_, all) = try Self.run(lines)
    let passing = try #require(all.first { one in one.outcome == "passed" })
    try Self.expectOneTooMany(passing.id, in: lines, Self.paths)
  }

  fileprivate static func expectOneTooMany(_ id: String, in lines: [String], _ paths: [String])
    throws
  {
    let (call, cases) = try run(lines + ["errors.terminal-once \(id)"], paths)
    #expect(call.exitCode == 1)
    let failed = cases.filter { one in one.outcome == "failed" }
    #expect(failed.map { one in one.id } == [id])
    #expect(failed.map { one in one.type } == ["PassesUnexpectedly"])
  }

  @Test("made at a lower level let the run succeed at a higher one, which says what is unused")
  func otherLevel() throws {
    let folder = try TemporaryFolder()
    let list = folder.path(of: "list.txt")
    func run(_ words: [String]) throws -> FinishedCall {
      try BuiltProgram.run(
        [
          "run", "Scenarios/listener/unit/registration.scenario", "--filter",
          "id:\"*when it is first asked\"", "--subject", "faulty-takes-its-builder-for-lazy",
          "--junit", folder.path(of: "junit.xml"), "--schedules", "0",
        ] + words)
    }
    #expect(try run(["--level", "should", "--write-known-failing", list]).exitCode == 1)
    #expect(try folder.read("list.txt").hasPrefix("registration.lazy-until-iterated "))
    let listed = try run(["--level", "should", "--known-failing", list])
    #expect(listed.exitCode == 0 && !listed.output.contains("unused"))
    let sentence = "known failures: 1 entry is unused, since its cause is advice in this run\n"
    for (format, mark) in [("human", ""), ("gcc", "sluice: note: ")] {
      let higher = try run(["--level", "must", "--known-failing", list, "--format", format])
      #expect(higher.exitCode == 0, "\(higher.output)")
      #expect(higher.output.contains("\n\(mark)\(sentence)"), "\(higher.output)")
    }
    let report = try folder.read("junit.xml")
    #expect(report.contains("listed as a known failure of registration.lazy-until-iterated"))
  }

  @Test("fail the run when one fails by another rule than listed")
  func otherRule() throws {
    var lines = try Self.shortLines()
    let words = lines[0].split(separator: " ", maxSplits: 1)
    lines[0] = "memory.owner-released \(words[1])"
    let (call, cases) = try Self.run(lines)
    #expect(call.exitCode == 1)
    let failed = try #require(cases.first { one in one.outcome == "failed" })
    #expect(failed.body?.contains("listed as a known failure of memory.owner-released") == true)
    #expect(failed.rules.first == String(words[0]))
  }
}

@Suite("Known failures of all scenarios", .campaign)
struct KnownFailingCampaign {
  @Test("of the proposal are exactly the listed ones")
  func exact() throws {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run([
      "run", "--subject", "proposal", "--junit", folder.path(of: "junit.xml"),
      "--write-known-failing", folder.path(of: "list.txt"), "--format", "json",
    ])
    #expect(call.exitCode == 1)
    let listed = try KnownFailingTests.lines()
    #expect(try folder.read("list.txt").split(separator: "\n").map(String.init) == listed)
    let cases = try ReportedCase.all(in: call.output)
    let violations = cases.filter { one in one.outcome == "failed" || one.outcome == "error" }
      .map { one in "\(one.rules.first ?? one.type ?? "") \(one.id)" }
    #expect(violations.sorted() == listed.sorted())
  }

  /// That a case does not exist is known only where all scenarios are run.
  @Test("fail the run when one does not exist, and no other of the list does")
  func oneIsAbsent() throws {
    try KnownFailingTests.expectOneTooMany(
      "listener/unit/absent/no such case", in: try KnownFailingTests.lines(), ["Scenarios"])
  }

  @Test("are never loaded without being asked for, and only their subject has them")
  func notLoaded() throws {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run([
      "run", "--subject", "standard", "--schedules", "8", "--junit",
      folder.path(of: "junit.xml"),
    ])
    #expect(call.exitCode == 0, "\(call.output.suffix(2_000))")
  }
}

@Suite("List of known failures", .startsPrograms)
struct KnownFailuresTests {
  private static func error(in text: String) -> ListError? {
    do throws(ListError) {
      _ = try KnownFailures(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "is read whatever its line breaks, comments and indentation are",
    arguments: ["\n", "\r\n", "\n\n", "\n# a comment\n", "\n  "])
  func lines(_ separator: String) throws {
    let text = ["SubjectHung a/b/c #1", "errors.terminal-once a/b/d"].joined(separator: separator)
    let list = try KnownFailures(parsing: text)
    #expect(list.entries.keys.sorted() == ["a/b/c #1", "a/b/d"])
    #expect(list.entries["a/b/c #1"]?.cause == "SubjectHung")
  }

  @Test("is empty without a line")
  func empty() throws {
    #expect(try KnownFailures(parsing: "").entries.isEmpty)
    #expect(try KnownFailures(parsing: " \r\n# nothing").entries.isEmpty)
  }

  @Test("has a place for each mistake")
  func mistakes() {
    let incomplete = Self.error(in: "SubjectHung a\r\n  SubjectHung \n")
    #expect(incomplete?.place == ListError.Place(line: 2, column: 14))
    #expect(incomplete?.description == "'SubjectHung' is followed by no case")
    let repeated = Self.error(in: "SubjectHung a\nSubjectHung b\nLimitReached  a")
    #expect(repeated?.place == ListError.Place(line: 3, column: 15))
    #expect(repeated?.description == "'a' stands already in line 1")
    let unknown = Self.error(in: "# é\n errors.terminal-onc é")
    #expect(unknown?.place == ListError.Place(line: 2, column: 2))
    #expect(unknown?.description.contains("did you mean errors.terminal-once?") == true)
  }

  @Test("reads what it writes")
  func roundTrip() throws {
    let text = KnownFailures.text([("b", "SubjectHung"), ("a", "SubjectHung"), ("c", "Escaped")])
    #expect(text == "Escaped c\nSubjectHung a\nSubjectHung b\n")
    #expect(try KnownFailures(parsing: text).entries.count == 3)
  }
}
