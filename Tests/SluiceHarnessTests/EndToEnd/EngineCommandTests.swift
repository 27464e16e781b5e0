import FakeListener
import Foundation
import SluiceConformance
import SluiceHarness
import SluiceProducts
import Testing

/// A gate of a stream that prints commands of every engine, and then traps.
private enum SpeakingGate {
  /// What it prints to both streams, and says when it traps.
  static let words = """
        ::stop-commands::x
    \t##[add-mask]x
    ##vso[task.complete result=Succeeded;]done
      ##teamcity[buildStop comment='x' readdToQueue='false']
    section_start:1:x
    --- x
    """

  static let harness = Harness(
    name: "gate",
    subjects: [
      Subject("speaks", over: .listener(Int.self), traits: .asyncStream) { source in
        AsyncStream<Int> { continuation in
          let handle = source.addValueListener { value in
            print(words)
            FileHandle.standardError.write(Data("\(words)\n".utf8))
            precondition(value == 0, words)
          }
          continuation.onTermination = { _ in handle.remove() }
        }
      }
    ])

  /// The program of the gate's workers.
  static let program = GateProgram(
    variable: "SLUICE_TEST_SPEAKING_GATE", suite: "SpeakingCrashTests", harness: { harness })
}

/// What engines are set to by their variables, and what each of them obeys.
private let engines = [
  "GITHUB_ACTIONS": ["::", "##["], "TF_BUILD": ["##vso[", "##["],
  "TEAMCITY_VERSION": ["##teamcity["], "GITLAB_CI": ["section_start:"], "BUILDKITE": ["--- "],
]

/// The marks with which an engine would obey a line of a text.
///
/// Marks that begin with a hash or a letter are obeyed anywhere in a line.
private func obeyed(_ marks: [String], in text: String) -> [String] {
  let lines = text.unicodeScalars.split { scalar in scalar == "\n" || scalar == "\r" }
    .map { line in String(line).trimmingPrefix(while: \.isWhitespace) }
  return marks.filter { mark in
    let isAnywhere = mark.first == "#" || mark.first?.isLetter == true
    return lines.contains { line in isAnywhere ? line.contains(mark) : line.hasPrefix(mark) }
  }
}

@Suite("Last words of a subject that crashes in the job of an engine", .startsPrograms)
struct SpeakingCrashTests {
  @Test("begin no command of it, in any form, and are as they were outside of one")
  func crash() throws {
    try SpeakingGate.program.serveIfAsked()
    let tools = try TemporaryFolder()
    let program = try SpeakingGate.program.write(in: tools)
    let root = try LaterKit.root(LaterKit.old)
    for format in [["human"], ["human", "--verbose"], ["gcc"], ["json"]] {
      let words = ["run", "Scenarios", "--schedules", "0", "--format"] + format
      func call(_ variables: [String: String]) -> MemoryCall {
        MemoryCall(
          words, of: SpeakingGate.harness, in: root.path, executable: program,
          variables: variables)
      }
      let outside = call(["CI": "true"])
      #expect(outside.exitCode == .failure, "\(outside.output)\(outside.errors)")
      #expect(format == ["json"] || !obeyed(["::"], in: outside.output).isEmpty)
      #expect(!obeyed(["##vso["], in: outside.output).isEmpty)
      let report = try root.read("Reports/junit.xml")
      for (variable, marks) in engines {
        let inside = call([variable: "true"])
        #expect(inside.exitCode == .failure)
        let printed = inside.output + withoutAnnotations(inside.errors)
        #expect(obeyed(marks, in: printed) == [], "\(printed)")
        #expect(obeyed(Array(engines.values.joined()), in: inside.output) != [])
        // Only what is printed is for people; each line of JSON keeps its values.
        #expect(try root.read("Reports/junit.xml").count == report.count)
        if format == ["json"] {
          #expect(try objects(inside.output) == objects(outside.output))
        }
      }
    }
  }

  /// The lines that are no annotations of the kit's own.
  private func withoutAnnotations(_ text: String) -> String {
    text.split(separator: "\n").filter { line in !line.hasPrefix("::error ") }
      .joined(separator: "\n")
  }

  private func objects(_ text: String) throws -> [NSDictionary] {
    try text.split(separator: "\n").compactMap { line in
      guard !line.contains("summary") else { return nil }
      return try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
    }
  }
}

@Suite("Words of a call in the job of an engine", .startsPrograms)
struct EngineCommandTests {
  /// Calls that quote what they were given; a mark takes the place of `%`.
  private static let calls = [
    ["%x"], ["run", "--%x"], ["run", "--filter", "%x"], ["run", "--filter", "a\n  %x"],
    ["explain", "%x"], ["list", "--subject", "%x"], ["check", "%x.scenario"],
    ["replay", "--schedule", "%x"], ["replay", "--schedule", "@%x"], ["merge", "%x"],
    ["run", "--shard", "%x"], ["run", "--profile", "%x"], ["run", "--known-failing", "%x"],
    ["run", "--report", "%x"], ["run", "--root", "%x"], ["run", "%x"],
    // At this width the word begins a line.
    ["run", String(repeating: "a", count: 30) + " %" + String(repeating: "b", count: 30)],
  ]

  @Test("begin no command of it where errors quote them", arguments: calls.indices)
  func quoted(_ index: Int) throws {
    let root = try SmallScenarios.root()
    for (variable, marks) in engines {
      for mark in marks {
        let words = Self.calls[index].map { word in word.replacing("%", with: mark) }
        let call = MemoryCall(
          words, in: root.path, variables: [variable: "true", "COLUMNS": "60"])
        #expect(call.exitCode != .success)
        #expect(obeyed(marks, in: call.output + call.errors) == [], "\(call.errors)")
      }
    }
  }

  @Test("begin none where cases are named so, and the annotations of GitHub are whole")
  func names() throws {
    let root = try TemporaryFolder()
    let name = "##[debug] ##vso[a] ##teamcity[b]"
    try root.write(
      "format 1\n\n"
        + SmallScenarios.cancelled.replacing("a waiting consumer is cancelled", with: name),
      to: SmallScenarios.path)
    try root.write("", to: "summary.md")
    for (variable, marks) in engines {
      for words in [
        ["run", "--schedules", "0", "--isolation", "none", "--report", "github"],
        ["list"], ["explore", "--runs", "2", "--isolation", "none"], ["traits"],
        ["coverage", "--isolation", "none"],
      ] {
        let subject = words == ["traits"] ? [] : ["--subject", "faulty-forgets-remove-on-cancel"]
        let call = MemoryCall(
          words + subject, in: root.path,
          variables: [
            variable: "true", "GITHUB_STEP_SUMMARY": root.path(of: "summary.md"),
            "COLUMNS": "60",
          ])
        let text = call.output + call.errors
        let own = words.contains("github") ? ["::"] : []
        #expect(obeyed(marks.filter { mark in !own.contains(mark) }, in: text) == [], "\(text)")
        guard words.contains("github") else { continue }
        #expect(call.exitCode == .failure)
        let annotations = call.errors.split(separator: "\n")
        #expect(annotations.count == 1)
        #expect(annotations[0].hasPrefix("::error file=Scenarios/listener/"), "\(call.errors)")
      }
    }
  }
}
