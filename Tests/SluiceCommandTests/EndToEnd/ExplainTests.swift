import SluiceCommand
import Testing

@Suite("Explanation")
struct ExplainTests {
  private static let words = SluiceExecutor().explainable

  @Test("is there for every rule, code, verb, stream, probe, constructor, error and trait")
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
      #expect(lines.count > 1 || lines.first?.hasSuffix(":\u{20}") == false, "\(word)")
    }
  }

  @Test("says something of each word and its arguments", arguments: words)
  func notEmpty(_ word: String) {
    let output = MemoryCall(["explain", word], in: "/").output
    for line in output.split(separator: "\n") {
      #expect(!line.hasSuffix(": "), "\(line)")
    }
    #expect(!output.contains("\n\n\n"), "\(output)")
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
