import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceScenarios
import SluiceText
import Testing

@Suite("Explanation", .startsPrograms)
struct ExplainTests {
  private static let words = ShippedGate.harness.explainable

  @Test(
    """
    is there for every rule, code, verb, stream, probe, constructor, error and trait, and says \
    something of each and its arguments
    """)
  func complete() {
    #expect(Self.words.count > 100)
    for word in Self.words {
      let call = MemoryCall(["explain", word], in: "/")
      #expect(call.exitCode == .success, "\(word)")
      #expect(call.errors == "", "\(word)")
      #expect(call.output.hasSuffix("\n"), "\(word)")
      let lines = call.output.split(separator: "\n")
      #expect(lines.first?.contains(word) == true, "\(word): \(call.output)")
      #expect(lines.allSatisfy { line in !line.hasSuffix(":") || line.first != " " }, "\(word)")
      #expect(lines.allSatisfy { line in !line.hasSuffix(": ") }, "\(word): \(call.output)")
      #expect(!call.output.contains("\n\n\n"), "\(word): \(call.output)")
    }
  }

  @Test("of a word that is nearly one asks for that")
  func suggestion() {
    let call = MemoryCall(["explain", "cancelation.suspended-removes"], in: "/")
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("did you mean cancellation.suspended-removes?"))
  }

  @Test(
    "of a rule fits on a screen, with its code and a log that breaks it",
    arguments: Rule.catalogue.map(\.id))
  func rule(_ id: String) throws {
    let rule = try #require(Rule.named(id))
    let output = MemoryCall(["explain", id], in: "/").output
    for part in [
      "\(id) (\(rule.level.rawValue)): \(rule.statement)\n\nWhy: \(rule.rationale)\n\n",
      "\n\nUsual cause: ", "\nFix: ", "\n\nViolated: ", "\n\nFrom: ", "\n\nWith --all: ",
    ] {
      #expect(output.contains(part), "\(part)")
    }
    #expect(output.contains("\n\nHolds: ") || rule.code != nil)
    #expect(output.contains("\n\nWrong:\n    ") == (rule.code != nil))
    #expect(!output.contains("\nNot exercised: ") && !output.contains("\nDoes not apply: "))
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count { line in line.hasPrefix("  > ") } == 1)
    #expect(lines.last?.hasPrefix("With --all: ") == true)
    for call in [WideCall(["explain", id]), WideCall(["explain", id], terminal: 80)] {
      let count = call.output.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(count <= 50)
    }
  }

  @Test(
    "of a rule has its wrong and right code after the fix, as it is, at the usual width",
    arguments: Rule.catalogue.compactMap { rule in rule.code == nil ? nil : rule.id })
  func code(_ id: String) throws {
    let rule = try #require(Rule.named(id))
    let (code, fix) = (try #require(rule.code), try #require(rule.fix))
    let blocks = [("Wrong:", code.wrong), ("Right:", code.right)].map { heading, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return ([heading] + lines.map { line in line.isEmpty ? "" : "    \(line)" })
        .joined(separator: "\n")
    }
    let part = "\nFix: \(fix)\n\n\(blocks[0])\n\n\(blocks[1])\n\n"
    for words in [["explain", id], ["explain", id, "--all"]] {
      #expect(MemoryCall(words, in: "/").output.contains(part), "\(words)")
    }
    let narrow = WideCall(["explain", id], terminal: 80).output
    for block in blocks { #expect(narrow.contains("\n\(block)\n"), "\(narrow)") }
  }

  @Test("of a rule shows a common beginning once, and what the logs differ in")
  func sharedBeginning() {
    let output = MemoryCall(["explain", "reentrancy.emit-in-remove"], in: "/").output
    #expect(
      output.contains(
        """

        Both logs begin:
            stream 1 accessed
            consumer 1 makes an iterator of stream 1
            stream 1 dropped
            consumer 1 calls next()
            add #1 called by consumer 1
            add #1 returned
            quiescent
            cancel of consumer 1 called
            remove #1 called by consumer 1
            callback #1 begins: 1
            callback #1 ends
            remove #1 returned
            cancel of consumer 1 returned

        Holds: a value, ignored
            consumer 1 next() returns the end
            consumer 1 leaves its loop: the stream ended

        """))
    #expect(output.contains("\nViolated: a value, delivered\n  > consumer 1 next() returns 1\n"))
  }

  @Test("of a rule whose code leaves room for one log shows the one that breaks the rule")
  func oneLog() {
    let output = MemoryCall(["explain", "cancellation.suspended-removes"], in: "/").output
    #expect(!output.contains("\nHolds: ") && !output.contains("\nBoth logs begin:"))
    #expect(output.contains("\n\nViolated: never removed\n    stream 1 accessed\n"))
    #expect(output.contains("    cancel of consumer 1 called\n  > cancel of consumer 1 returned\n"))
  }

  @Test("of a rule leaves out most of a log of thousands of entries, and says how many")
  func cutLog() {
    let output = MemoryCall(["explain", "buffering.unbounded-lossless"], in: "/").output
    #expect(output.contains(/\n    … \d{4} entries left out\n/))
    #expect(output.contains(/\n    … \d+ further entries\n/))
  }

  @Test("of a rule about memory shows what the rule judges by")
  func counts() {
    let kept = MemoryCall(["explain", "buffering.bounded-memory"], in: "/").output
    #expect(kept.contains("    quiescent (120 elements made, 0 of them live)\n"))
    #expect(kept.contains("  > quiescent (120 elements made, 120 of them live)\n"))
    let grown = MemoryCall(["explain", "memory.allocations-flat"], in: "/").output
    #expect(grown.contains("(the memory of the stream grows with each subscription)\n"))
  }

  @Test("of a rule with --all shows every log and what its verdict depends on")
  func wholeRule() throws {
    let rule = Rule.suspendedRemoves
    let output = MemoryCall(["explain", rule.id, "--all"], in: "/").output
    for part in [
      "(must): ", "\n\nUsual cause: ", "\nFix: ", "\nFrom: ", "\nDepends on: removal, listeners\n",
      "\nBroken with it: ", "\nOn real threads: does not count: ", "\nHolds: ", "\nViolated: ",
      "\nNot exercised: ", "\n  > ", "\n    remove #1 called by consumer 1 (1s later)\n",
    ] {
      #expect(output.contains(part), "\(part)")
    }
    for example in rule.examples { #expect(output.contains(": \(example.title)\n")) }
    #expect(!output.contains("left out") && !output.contains("further entries"))
    let brief = MemoryCall(["explain", rule.id], in: "/").output
    let shown = brief.contains("\n\nHolds: ") ? 2 : 1
    #expect(
      brief.hasSuffix(
        "\nWith --all: \(rule.examples.count - shown) more logs, the traits that it reads, "
          + "the rules that break with it, whether it counts on real threads.\n"))
  }

  @Test("is in colour if asked: its head, and what a rule blames")
  func color() {
    let words = ["explain", "cancellation.suspended-removes", "--color"]
    let plain = MemoryCall(words + ["never"], in: "/").output
    let colored = MemoryCall(words + ["always"], in: "/").output
    #expect(colored.hasPrefix("\u{1B}[1mcancellation.suspended-removes (must): "))
    #expect(colored.contains("\n\u{1B}[31m  > cancel of consumer 1 returned\u{1B}[0m\n"))
    #expect(!plain.contains("\u{1B}"))
    let bare = ["1", "31", "0"].reduce(colored) { text, color in
      text.replacing("\u{1B}[\(color)m", with: "")
    }
    #expect(bare == plain)
  }

  @Test(
    "of a trait shows its values, its rules, what it excuses and how to find out",
    arguments: TraitName.allCases)
  func trait(_ trait: TraitName) {
    let output = MemoryCall(["explain", trait.rawValue], in: "/").output
    #expect(output.hasPrefix("trait \(trait.rawValue): "))
    for part in [
      "\nIn Swift: traits.", "\nIts values:\n  \(trait.rawValue).", "\nWhat it excuses:\n  ",
      "\nHow to find out:\n  ", "'sluice traits NAME'",
    ] {
      #expect(output.contains(part), "\(part)")
    }
    for rule in Rule.catalogue where rule.traits.contains(trait) {
      #expect(output.contains("\n  \(rule.id) "), "\(rule.id)")
    }
    #expect(output.split(separator: "\n").allSatisfy { line in line.count <= 98 }, "\(output)")
  }

  @Test("says of no two traits the same")
  func traitsDiffer() {
    let pages = TraitName.allCases.map { trait in
      MemoryCall(["explain", trait.rawValue], in: "/").output
    }
    for part in ["\nWhat it excuses:\n", "\nHow to find out:\n"] {
      let told = pages.compactMap { page in
        page.firstRange(of: part).map { range in
          page[range.upperBound...].prefix { character in character != "." && character != "?" }
        }
      }
      #expect(told.count == pages.count)
      #expect(Set(told).count == pages.count, "\(told)")
    }
  }

  @Test("of a trait's value names the page of the trait")
  func traitValue() {
    let output = MemoryCall(["explain", "removal.settled"], in: "/").output
    #expect(output.hasPrefix("trait removal.settled: "))
    #expect(output.hasSuffix("\nSee 'sluice explain removal'.\n"))
  }

  @Test(
    "of a kind of problem says what it means, what causes it and what comes next",
    arguments: CaseFailure.Kind.allCases)
  func kind(_ kind: CaseFailure.Kind) {
    let call = MemoryCall(["explain", kind.rawValue], in: "/")
    #expect(call.exitCode == .success)
    let paragraphs = call.output.split(separator: "\n\n")
    #expect(paragraphs.count == 4, "\(call.output)")
    let heads = ["kind \(kind.rawValue): ", "Usual cause: ", "Next: ", "Result: "]
    for (paragraph, head) in zip(paragraphs, heads) {
      #expect(paragraph.hasPrefix(head), "\(paragraph)")
      #expect(paragraph.hasSuffix(".") || paragraph.hasSuffix(".\n"), "\(paragraph)")
      #expect(paragraph.count > head.count + 20, "\(paragraph)")
    }
    let result = paragraphs.last ?? ""
    let failures: Set<CaseFailure.Kind> = [.ruleViolation, .expectationFailed, .passesUnexpectedly]
    #expect(result.contains(failures.contains(kind) ? "It is a failure" : "It is an error"))
    #expect(result.contains(kind == .answerUnusable ? "exit code 2" : "exit code 1"))
    #expect(result.contains("a replay with 3") == (kind == .diverged))
    let others = CaseFailure.Kind.allCases.filter { other in other != kind }
    for other in others {
      let page = MemoryCall(["explain", other.rawValue], in: "/").output
      for paragraph in paragraphs.dropLast(2) { #expect(!page.contains(paragraph), "\(other)") }
    }
  }

  @Test("of a word that is nearly a kind asks for that")
  func nearlyAKind() {
    let call = MemoryCall(["explain", "SubjectHangs"], in: "/")
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("did you mean SubjectHung?"), "\(call.errors)")
  }

  @Test("lists all rules, traits, verbs, codes and kinds, each once")
  func lists() {
    let known: [(list: String, words: [String])] = [
      ("rules", Rule.catalogue.map { rule in rule.id }),
      ("traits", TraitName.allCases.map { trait in trait.rawValue }),
      ("verbs", ShippedGate.harness.registry.verbs.map { verb in verb.name }),
      ("codes", DiagnosticCode.allCases.map { code in code.rawValue }),
      ("kinds", CaseFailure.Kind.allCases.map { kind in kind.rawValue }),
    ]
    for (list, words) in known {
      let call = MemoryCall(["explain", list], in: "/")
      let listed = call.output.split(separator: "\n").filter { line in !line.hasPrefix(" ") }
        .map { line in String(line.prefix { character in character != " " }) }
      #expect(listed == words, "\(list)")
    }
  }

  @Test("of a verb shows how it is called, and in which layers")
  func verb() {
    let output = MemoryCall(["explain", "listener.send"], in: "/").output
    for part in [
      "listener.send(", "\n  value: ", "\n  layers: unit, cancellation\n", "\nExample:\n",
    ] {
      #expect(output.contains(part), "\(part)")
    }
  }
}
