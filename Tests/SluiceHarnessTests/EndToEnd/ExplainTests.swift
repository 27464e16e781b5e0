import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceScenarios
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

  @Test("of a rule shows why it is there, where it comes from, and what breaks it")
  func rule() {
    let output = MemoryCall(["explain", "cancellation.suspended-removes"], in: "/").output
    for part in ["(must): ", "\nFrom: ", "\nDepends on: ", "\nHolds: ", "\nViolated: ", "\n  > "] {
      #expect(output.contains(part), "\(part)")
    }
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

  @Test("lists all rules, traits, verbs and codes, each once")
  func lists() {
    let known: [(list: String, words: [String])] = [
      ("rules", Rule.catalogue.map { rule in rule.id }),
      ("traits", TraitName.allCases.map { trait in trait.rawValue }),
      ("verbs", ShippedGate.harness.registry.verbs.map { verb in verb.name }),
      ("codes", DiagnosticCode.allCases.map { code in code.rawValue }),
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
