import Foundation
import ShippedGate
import SluiceHarness
import SluiceSpies
import Testing

@Suite("The edition of a gate", .startsPrograms)
struct EditionTests {
  private static func call(
    _ words: [String], of harness: Harness, in root: TemporaryFolder
  ) -> MemoryCall {
    MemoryCall(words, of: harness, in: root.path)
  }

  private static func run(
    _ harness: Harness, in root: TemporaryFolder, _ words: [String] = []
  ) -> MemoryCall {
    call(
      ["run", "Scenarios", "--isolation", "none", "--schedules", "0"] + words, of: harness,
      in: root)
  }

  private static func upgrade(
    _ harness: Harness, in root: TemporaryFolder, _ words: [String] = []
  ) -> MemoryCall {
    call(
      ["upgrade", "Scenarios", "--isolation", "none", "--schedules", "0"] + words, of: harness,
      in: root)
  }

  private static let reason = "came with edition 2027.01; the gate has 2026.12"

  @Test("leaves it green under a kit with a later case and a later rule, which it breaks")
  func green() throws {
    let root = try LaterKit.root(LaterKit.old, LaterKit.oldWithThree, LaterKit.laterWrong)
    let gate = try LaterKit.gate()
    let held = Self.run(gate, in: root)
    #expect(held.exitCode == .success, "\(held.output)")
    #expect(held.output.contains("3 cases: 3 passed, 0 failed, 0 errors, 0 skipped\n"))
    #expect(held.output.contains("must: all held; 2 pieces of advice\n"))
    // Each says why it is advice, and the command by which it counts.
    #expect(held.output.components(separatedBy: Self.reason).count == 3, "\(held.output)")
    let again = held.output.split(separator: "\n").filter { line in line.contains("again: ") }
    #expect(again.count == 2)
    for line in again { #expect(line.contains(" --edition 2027.01 ")) }
    let report = try root.read("Reports/junit.xml")
    #expect(report.contains(#"name="sluice.advice" value="later.no-three""#))
    #expect(report.contains(#"name="sluice.advice" value="ExpectationFailed""#))
    #expect(!report.contains("<failure") && !report.contains(#""sluice.rule""#))
    #expect(report.contains(Self.reason))
    let raised = Self.run(gate, in: root, ["--edition", "2027.01"])
    #expect(raised.exitCode == .failure)
    #expect(raised.output.contains("3 cases: 1 passed, 2 failed, 0 errors, 0 skipped"))
  }

  @Test("leaves no broken rule of a later case but as advice")
  func rulesOfLaterCases() throws {
    let root = try LaterKit.root(LaterKit.laterRight)
    let gate = try LaterKit.gate(of: [OwnStreams.eagerAndLeaking])
    #expect(Self.run(gate, in: root, ["--level", "should"]).exitCode == .success)
    let report = try root.read("Reports/junit.xml")
    #expect(!report.contains(#"name="sluice.rule""#))
    for rule in ["registration.lazy-until-iterated", "cancellation.suspended-removes"] {
      #expect(report.contains(#"name="sluice.advice" value="\#(rule)""#), "\(report)")
    }
  }

  @Test("is that of a report of one verdict, unless the call names another one")
  func reported() throws {
    let root = try LaterKit.root(LaterKit.oldWithThree)
    let words = ["report", LaterKit.id("a three arrives"), "--isolation", "none"]
    let held = Self.call(words, of: try LaterKit.gate(), in: root)
    #expect(held.output.contains("\nthe case passed\n"), "\(held.output)\(held.errors)")
    #expect(try root.read("Reports/report.md").contains("\nedition: 2026.12\n"))
    let raised = Self.call(
      words + ["--edition", "2027.01"], of: try LaterKit.gate(), in: root)
    #expect(raised.output.contains("\nthe case failed: later.no-three: the source sent 3\n"))
    #expect(try root.read("Reports/report.md").contains("\nedition: 2027.01\n"))
    let unknown = Self.call(
      words + ["--edition", "2031.01"], of: try LaterKit.gate(), in: root)
    #expect(unknown.exitCode == .usage && unknown.errors.contains("whose newest is 2027.01"))
  }

  @Test("changes nothing about cases and rules of its own, or of the first edition")
  func own() throws {
    let root = try LaterKit.root(LaterKit.oldWrong)
    #expect(Self.run(try LaterKit.gate(), in: root).exitCode == .failure)
    let gate = try LaterKit.gate(ruleEdition: .first)
    let broken = Self.run(gate, in: try LaterKit.root(LaterKit.oldWithThree))
    #expect(broken.exitCode == .failure && !broken.output.contains("advice"))
  }

  @Test("is the newest where none is declared, and the run says so")
  func undeclared() throws {
    let root = try LaterKit.root(LaterKit.laterWrong)
    let call = Self.run(try LaterKit.gate(edition: nil), in: root)
    #expect(call.exitCode == .failure)
    let line =
      "edition: 2027.01, the newest, since none is declared; in sluice.json it is: "
      + #""edition": "2027.01""#
    #expect(call.output.contains("\n\(line)\n"), "\(call.output)")
    for declared in [try LaterKit.gate(), try LaterKit.gate(edition: "2027.01")] {
      #expect(!Self.run(declared, in: root).output.contains("edition:"))
    }
    let kit = Self.run(ShippedGate.harness, in: try LaterKit.root(LaterKit.old))
    #expect(kit.exitCode == .success && !kit.output.contains("edition:"), "\(kit.output)")
  }

  @Test("of a rule is in its explanation where it came after the first")
  func explained() throws {
    let root = try LaterKit.root(LaterKit.old)
    let gate = try LaterKit.gate()
    for words in [[], ["--all"]] {
      let later = Self.call(["explain", "later.no-three"] + words, of: gate, in: root)
      #expect(later.output.contains("\nEdition: 2027.01. "), "\(later.output)")
      let first = Self.call(["explain", "ordering.fifo"] + words, of: gate, in: root)
      #expect(!first.output.contains("Edition: "))
    }
  }

  @Test("is declared in sluice.json for all commands, or in a profile")
  func configured() throws {
    let root = try LaterKit.root(LaterKit.laterWrong)
    let gate = try LaterKit.gate(edition: nil)
    try root.write(
      #"{"edition": "2026.12", "profiles": {"next": {"edition": "2027.01"}}}"#, to: "sluice.json")
    #expect(Self.run(gate, in: root).exitCode == .success)
    #expect(Self.run(gate, in: root, ["--profile", "next"]).exitCode == .failure)
    #expect(Self.upgrade(gate, in: root).exitCode == .failure)
    #expect(Self.upgrade(gate, in: root, ["--profile", "next"]).exitCode == .success)
  }

  @Test(
    "that is none is refused, with its place and what there is",
    arguments: [
      ("2026.1", "is not a year and a month, as in 2026.12"),
      ("2026.13", "is not a year and a month, as in 2026.12"),
      ("12.2026", "is not a year and a month, as in 2026.12"),
      ("2026-12", "is not a year and a month, as in 2026.12"),
      ("next", "is not a year and a month, as in 2026.12"),
      ("2027.02", "is not an edition of this kit, whose newest is 2027.01"),
      ("2026.11", "is not an edition of this kit, whose first is 2026.12"),
    ])
  func malformed(_ edition: String, _ reason: String) throws {
    let root = try LaterKit.root(LaterKit.old)
    let gate = try LaterKit.gate(edition: nil)
    for command in ["run", "explore", "stress", "upgrade"] {
      let call = Self.call([command, "Scenarios", "--edition", edition], of: gate, in: root)
      #expect(call.exitCode == .usage, "\(command)")
      #expect(
        call.errors.hasPrefix("gate: the value '\(edition)' of the option --edition \(reason)\n"),
        "\(call.errors)")
    }
    try root.write(#"{"edition": "\#(edition)"}"#, to: "sluice.json")
    let configured = Self.run(gate, in: root)
    #expect(configured.exitCode == .usage)
    #expect(configured.errors.contains("sluice.json:1:13"), "\(configured.errors)")
    #expect(configured.errors.contains(reason), "\(configured.errors)")
    let own = Self.run(try LaterKit.gate(edition: edition), in: try LaterKit.root(LaterKit.old))
    #expect(own.exitCode == .harnessFailure)
    #expect(own.errors.hasPrefix("gate: the edition of the gate is of no use: "))
  }

  /// Gates as their authors write them: one that declares its edition, a wrong one, and none.
  private enum Gates {
    struct Declared: ConformanceGate {
      static let subjects = [OwnStreams.right]
      static let edition = "2026.12"
    }
    struct Wrong: ConformanceGate {
      static let subjects = [OwnStreams.right]
      static let edition = "2026"
    }
    struct Silent: ConformanceGate {
      static let subjects = [OwnStreams.right]
    }
  }

  @Test("is declared in a gate as its level is")
  func declaredInGate() throws {
    #expect(Gates.Declared.harness.ownEdition == .first)
    #expect(Gates.Silent.harness.ownEdition == nil)
    let wrong = Self.run(Gates.Wrong.harness, in: try LaterKit.root(LaterKit.old))
    #expect(wrong.exitCode == .harnessFailure)
    #expect(wrong.errors.contains("'2026' is no edition"))
  }

  @Test("of a rule is one that the kit has, so that each rule counts somewhere")
  func ruleOfTheFuture() throws {
    var rule = try LaterKit.rule()
    rule.edition = try Edition("9999.12")
    let gate = Harness(name: "gate", subjects: [OwnStreams.right], rules: [rule], edition: nil)
    let call = Self.run(gate, in: try LaterKit.root(LaterKit.old))
    #expect(call.exitCode == .harnessFailure)
    #expect(
      call.errors
        == "gate: the rule 'later.no-three' is of no edition: there is no edition 9999.12: "
        + "the newest of this kit is \(Edition.newest)\n")
  }

  @Test("is shown by upgrade as what would fail, with the line to write")
  func upgrade() throws {
    let root = try LaterKit.root(
      LaterKit.old, LaterKit.oldWithThree, LaterKit.laterRight, LaterKit.laterWrong,
      LaterKit.oldWrong)
    let gate = try LaterKit.gate()
    let call = Self.upgrade(gate, in: root)
    #expect(call.exitCode == .failure)
    #expect(call.output.contains("FAILED listener.values.unit / a five is a six\n"))
    #expect(call.output.contains("FAILED listener.values.unit / a three arrives\n"))
    #expect(!call.output.contains("ADVICE"))
    #expect(call.output.contains("5 cases: 2 passed, 2 failed, 0 errors, 1 skipped; 2 causes\n"))
    #expect(
      call.output.hasSuffix(
        """
        from edition 2026.12 to 2027.01: 2 new cases, of which 1 holds; 1 new rule, of which 0 hold
        2 cases would fail; once fixed, write in sluice.json:
        "edition": "2027.01"

        """), "\(call.output)")
    let report = try root.read("Reports/upgrade.xml")
    #expect(report.contains("fails in edition 2026.12, too: "))
  }

  @Test("may be raised where upgrade shows nothing that would fail")
  func upgradeOfNothing() throws {
    let root = try LaterKit.root(LaterKit.old, LaterKit.laterRight)
    let call = Self.upgrade(try LaterKit.gate(), in: root)
    #expect(call.exitCode == .success)
    #expect(
      call.output.hasSuffix(
        """
        from edition 2026.12 to 2027.01: 1 new case, of which 1 holds; 1 new rule, of which 1 holds
        nothing would fail; write in sluice.json:
        "edition": "2027.01"

        """), "\(call.output)")
    // A rule that is no more than advice fails nothing in any edition.
    let three = try LaterKit.root(LaterKit.oldWithThree)
    #expect(Self.upgrade(try LaterKit.gate(level: .should), in: three).exitCode == .success)
    #expect(
      Self.upgrade(try LaterKit.gate(level: .should), in: three, ["--level", "should"]).exitCode
        == .failure)
    let newest = Self.upgrade(try LaterKit.gate(edition: "2027.01"), in: root)
    #expect(newest.exitCode == .success)
    #expect(
      newest.output == """
        the gate has the newest edition: nothing would change; in sluice.json it is:
        "edition": "2027.01"

        """)
  }

  @Test("holds in explore, replay and stress, which show the failure")
  func otherCommands() throws {
    let root = try LaterKit.root(LaterKit.laterWrong)
    let gate = try LaterKit.gate(hasRule: false)
    let file = "Scenarios/listener/unit/editions.scenario"
    for words in [["explore", "--runs", "2"], ["replay", "--schedule", "canonical"]] {
      let words = words + [file, "--isolation", "none"]
      let held = Self.call(words, of: gate, in: root)
      #expect(held.exitCode == .success, "\(held.output)")
      #expect(held.output.contains(Self.reason), "\(held.output)")
      let raised = Self.call(words + ["--edition", "2027.01"], of: gate, in: root)
      #expect(raised.exitCode == .failure)
    }
    let three = try LaterKit.root(LaterKit.oldWithThree)
    let words = ["stress", file, "--isolation", "none", "--rounds", "1"]
    #expect(Self.call(words, of: try LaterKit.gate(), in: three).exitCode == .success)
    let raised = Self.call(words + ["--edition", "2027.01"], of: try LaterKit.gate(), in: three)
    #expect(raised.exitCode == .failure)
    let later = try LaterKit.root(LaterKit.laterThree)
    let strict = try LaterKit.gate(ruleEdition: .first)
    let advised = Self.call(words, of: strict, in: later)
    #expect(advised.exitCode == .success)
    #expect(advised.output.hasPrefix("ADVICE \(LaterKit.id("a later three arrives"))"))
    #expect(advised.output.contains(Self.reason), "\(advised.output)")
    #expect(
      Self.call(words + ["--edition", "2027.01"], of: strict, in: later).exitCode == .failure)
  }

  @Test("is in the journal, and merge refuses shards of two editions")
  func journal() throws {
    let root = try LaterKit.root(LaterKit.old, LaterKit.oldWithThree, LaterKit.laterWrong)
    let gate = try LaterKit.gate()
    for (number, edition) in [(1, "2026.12"), (2, "2026.12"), (2, "2027.01")] {
      let name = edition == "2026.12" ? "\(number)" : "other"
      _ = Self.run(
        gate, in: root,
        [
          "--shard", "\(number)/2", "--shard-by", "slices", "--edition", edition, "--reproducible",
          "--report", "json=\(name).json", "--junit", "\(name).xml",
        ])
    }
    let whole = Self.run(gate, in: root, ["--reproducible", "--junit", "whole.xml"])
    for kind in ["json", "xml"] {
      let merged = Self.call(
        ["merge", "1.\(kind)", "2.\(kind)", "--junit", "merged.xml"], of: gate, in: root)
      #expect(merged.exitCode == .success, "\(merged.errors)")
      #expect(merged.output.contains("must: all held; 2 pieces of advice\n"), "\(merged.output)")
      #expect(try root.read("merged.xml") == (try root.read("whole.xml")))
      // The accounts of both pieces come first.
      let accounts = whole.output.components(separatedBy: "\nrules: ")[0]
      if kind == "json" { #expect(merged.output.hasPrefix(accounts)) }
      for line in ["ADVICE listener.values.unit / a five is a six", "  \(Self.reason)"] {
        #expect(merged.output.contains(line), "\(merged.output)")
      }
      let refused = Self.call(
        ["merge", "1.\(kind)", "other.\(kind)", "--junit", "merged.xml"], of: gate, in: root)
      #expect(refused.exitCode == .harnessFailure)
      #expect(refused.errors.contains("edition"), "\(refused.errors)")
    }
  }

  @Test("of a journal is taken where its failures are run again")
  func rerun() throws {
    let root = try LaterKit.root(LaterKit.oldWithThree, LaterKit.laterWrong)
    let gate = try LaterKit.gate()
    let raised = Self.run(
      gate, in: root, ["--edition", "2027.01", "--report", "json=run.json"])
    #expect(raised.exitCode == .failure)
    let again = Self.run(gate, in: root, ["--rerun-failed=run.json"])
    #expect(again.exitCode == .failure)
    let own = Self.run(gate, in: root, ["--rerun-failed=run.json", "--edition", "2026.12"])
    #expect(own.exitCode == .success)
  }

  @Test("keeps later cases out of a list of failures, and counts what a list names as known")
  func knownFailures() throws {
    let root = try LaterKit.root(LaterKit.oldWrong, LaterKit.laterWrong)
    let gate = try LaterKit.gate(hasRule: false)
    let words = ["--write-known-failing", "list.txt"]
    _ = Self.run(gate, in: root, words)
    let old = "ExpectationFailed \(LaterKit.id("a seven is an eight"))\n"
    #expect(try root.read("list.txt") == old)
    #expect(Self.run(gate, in: root, ["--known-failing", "list.txt"]).exitCode == .success)
    _ = Self.run(gate, in: root, words + ["--edition", "2027.01"])
    #expect(
      try root.read("list.txt") == "ExpectationFailed \(LaterKit.id("a five is a six"))\n" + old)
    let known = Self.run(gate, in: root, ["--known-failing", "list.txt"])
    #expect(known.exitCode == .success)
    #expect(known.output.contains("2 cases: 0 passed, 0 failed, 0 errors, 2 skipped"))
  }
}
