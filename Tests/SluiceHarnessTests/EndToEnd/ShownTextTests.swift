import Foundation
import ShippedGate
import SluiceHarness
import Testing

/// Whatever of a file's name, a case's or an option is shown can't command a terminal, nor show as
/// something else, nor be taken for a line of its own.
@Suite("Text that leaves a command", .startsPrograms)
struct ShownTextTests {
  /// A name with a command for terminals, a line break, and what turns the direction of reading.
  private static let name = "e\u{1B}[31mvil\nsecond\u{202E}line\u{9B}7m"

  private static func root(_ text: String = SmallScenarios.file) throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write(text, to: "Scenarios/listener/cancellation/\(name).scenario")
    return root
  }

  private static func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || !(scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
          || scalar.properties.isBidiControl)
    }
  }

  @Test(
    "is clean, line for line",
    arguments: [
      ["list"], ["list", "--format", "json"], ["check"], ["check", "--format", "json"],
      ["run", "--isolation", "none", "--schedules", "0", "--format", "gcc"],
      ["explore", "--isolation", "none", "--runs", "2"],
      ["replay", "--isolation", "none", "--schedule", "1@\u{1B}[2J\n0s"],
    ])
  func words(_ words: [String]) throws {
    let root = try Self.root()
    let call = MemoryCall(
      words + ["--subject", "faulty-forgets-remove-on-cancel"].filter { _ in words[0] != "check" },
      in: root.path)
    #expect(Self.isClean(call.output), "\(call.output)")
    #expect(Self.isClean(call.errors), "\(call.errors)")
    if words == ["list"] { #expect(call.output.split(separator: "\n").count == 3) }
  }

  @Test("is clean where a file has a mistake", arguments: ["human", "gcc", "json"])
  func mistakes(_ format: String) throws {
    let root = try Self.root("format 1\nscenario \"\u{202E}s\"\n  nonsense\n")
    let call = MemoryCall(["check", "--format", format], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(Self.isClean(call.errors), "\(call.errors)")
    guard format != "human" else { return }
    for line in call.errors.split(separator: "\n") {
      #expect(format == "gcc" ? line.contains(": error: ") : line.hasPrefix("{"), "\(line)")
    }
    if format == "json" {
      for line in call.errors.split(separator: "\n") {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect((object?["path"] as? String)?.contains("\u{202E}") == true)
      }
    }
  }

  @Test("is clean in errors about files")
  func errors() throws {
    let root = try SmallScenarios.root()
    for words in [
      ["check", "no\u{1B}[2J\nsuch.scenario"],
      ["run", "--isolation", "none", "--junit", "Scenarios/\u{1B}[2J\n/"],
      ["run", "--known-failing", "no\u{1B}\nlist"],
      ["merge", "no\u{1B}\njournal"],
    ] {
      let call = MemoryCall(words, in: root.path)
      #expect(call.exitCode != .success)
      #expect(Self.isClean(call.errors), "\(call.errors)")
    }
  }

  @Test("has no two cases of one name, which check tells as run would")
  func sameNames() throws {
    let names = ["a\u{202E}b", #"a\\u{202E}b"#].map { name in
      SmallScenarios.cancelled.replacing("a waiting consumer is cancelled", with: name)
    }
    let root = try TemporaryFolder()
    try root.write((["format 1\n"] + names).joined(separator: "\n"), to: SmallScenarios.path)
    for words in [["check"], ["run", "--isolation", "none"]] {
      let call = MemoryCall(words, in: root.path)
      #expect(call.exitCode == .usage, "\(call.errors)\(call.output)")
      #expect(call.errors.contains(" is called "), "\(call.errors)")
    }
  }
}
