import Foundation
import ShippedGate
import SluiceHarness
import Testing

/// A run in which cases fail, and what a golden file holds of it.
struct FailingRun: Sendable, CustomTestStringConvertible {
  /// The name of the golden file.
  let name: String
  /// The scenario file.
  var scenarios: String
  /// The words of the call beside those of every such call.
  var words: [String] = []
  /// Makes the program, whose streams may count their runs.
  var harness: @Sendable () -> Harness = { ShippedGate.harness }
  /// A worker as a shell script; nil for the program that these tests are built with.
  var worker: String?
  /// Further files below the root.
  var files: [String: String] = [:]
  /// The widths in which the failures are shown besides.
  var widths: [Int] = []
  /// Calls with these words more, and without reports.
  var variants: [[String]] = []
  /// The further reports.
  var reports = ["tap=run.tap", "github"]
  /// Replacements for text that differs between machines or processes.
  var masks: [@Sendable (String) -> String] = []

  var testDescription: String { name }

  /// The path of the scenario file.
  static let path = "Scenarios/listener/cancellation/failing.scenario"

  /// Everything that the calls print and write.
  func text() throws -> String {
    let root = try TemporaryFolder()
    try root.write(scenarios, to: Self.path)
    try root.write("", to: GoldenCall.summary)
    for (path, text) in files { try root.write(text, to: path) }
    if let worker { try root.write(worker, to: "worker", isExecutable: true) }
    let executable = worker == nil ? BuiltProgram.path : root.path(of: "worker")
    let harness = harness()
    let usual = ["run", "--reproducible"] + words
    var call = GoldenCall()
    call.call(
      usual + ["--junit", "junit.xml"] + reports.flatMap { report in ["--report", report] },
      in: root, of: harness, executable: executable)
    let files =
      ["junit.xml", GoldenCall.summary]
      + reports.compactMap { report in
        report.split(separator: "=").dropFirst().first.map(String.init)
      }
    for file in files.sorted() where file != "suites" { try call.add(report: file, in: root) }
    if reports.contains("surefire=suites") {
      try call.add(report: "suites/TEST-listener.values.cancellation.xml", in: root)
    }
    let recorded = FileManager.default.subpaths(atPath: root.path(of: "recorded")) ?? []
    for file in recorded.sorted() where file.hasSuffix(".scenario") {
      try call.add(report: "recorded/\(file)", in: root)
    }
    for columns in widths {
      call.call(usual, in: root, of: harness, executable: executable, columns: columns)
    }
    for variant in variants {
      let isWatched = variant.contains("--color")
      call.call(
        usual + variant, in: root, of: harness, executable: executable,
        columns: isWatched ? 80 : nil, isTerminal: isWatched)
    }
    return masks.reduce(call.text.replacing(root.path, with: "ROOT")) { text, mask in mask(text) }
  }
}

extension FailingRun {
  /// A run under the canonical schedule, in this process, unless the words say otherwise.
  init(
    _ name: String, of subject: String, _ scenarios: String, schedules: String = "0",
    isolation: String = "none"
  ) {
    self.init(
      name: name, scenarios: scenarios,
      words: ["--subject", subject, "--schedules", schedules, "--isolation", isolation])
  }

  /// The run with something changed.
  func with(_ change: (inout FailingRun) -> Void) -> FailingRun {
    var run = self
    change(&run)
    return run
  }

  /// The run without the further reports, which repeat the text for a kind that others cover.
  var inJUnitAlone: FailingRun { with { run in run.reports = [] } }

  /// The run with a gate of one stream, in the scenario file alone.
  func of(_ gate: @escaping @Sendable () -> Harness) -> FailingRun {
    with { run in
      run.harness = gate
      run.words.append(Self.path)
    }
  }
}
