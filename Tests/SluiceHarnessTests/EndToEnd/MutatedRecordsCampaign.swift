import Foundation
import Testing

/// Merges thirty thousand mutated records of runs by a release build, and reads as many mutated
/// lines between runs and workers.
@Suite("Mutated records", .campaign)
struct MutatedRecordsCampaign {
  private static let seed = 20_261_127
  private static let count = 30_000

  @Test("trap nowhere, are refused in one line, and lose no red case despite a digest")
  func merged() throws {
    let root = try SmallScenarios.root()
    var files: [String] = []
    for (number, (subject, code)) in [
      ("faulty-forgets-remove-on-cancel", 1), ("faulty-traps", 1), ("reference", 0),
    ].enumerated() {
      let words = ["run", "--subject", subject, "--schedules", "4"]
      let run = try BuiltProgram.run(
        words + ["--junit", "whole.xml", "--report", "json=\(number).json"], in: root.path)
      #expect(run.exitCode == code, "\(subject)")
      for shard in 1...2 {
        _ = try BuiltProgram.run(
          words + ["--shard", "\(shard)/2", "--junit", "\(number)-\(shard).xml"], in: root.path)
      }
      files += ["\(number).json", "\(number)-1.xml", "\(number)-2.xml"]
    }
    for shard in 1...2 {
      let report = try String(contentsOfFile: "\(root.path)/0-\(shard).xml", encoding: .utf8)
      let bare = report.replacing(#/ (tests|failures|errors|skipped)="\d+"/#, with: "")
      try bare.write(
        toFile: "\(root.path)/bare-\(shard).xml", atomically: true, encoding: .utf8)
      files.append("bare-\(shard).xml")
    }
    let call = try BuiltProgram.run(
      ["selftest-records", "--records", "\(Self.count)", "--seed", "\(Self.seed)"] + files,
      in: root.path)
    // What was read last is where a trap is.
    let end = "\(call.output.suffix(1_000))\(call.errors.suffix(2_000))"
    #expect(call.exitCode == 0, "selftest-records --seed \(Self.seed): \(end)")
    let summary = call.output.split(separator: "\n").last ?? ""
    #expect(summary.hasPrefix("\(Self.count) records of seed \(Self.seed): "), "\(end)")
    // A failure can be lost, and is seen to be, where nothing counts it.
    #expect(summary.contains("a failure was lost by 0 reports with counts, "), "\(end)")
    #expect(!summary.contains(" with counts, 0 without, "), "\(end)")
    print(call.output.suffix(4_000))
  }
  @Test("of workers' lines trap nowhere, and none of a red case is read as a green one")
  func lines() throws {
    let root = try SmallScenarios.root()
    var files: [String] = []
    for subject in ["faulty-forgets-remove-on-cancel", "faulty-traps", "reference"] {
      let file = "\(subject).json"
      let run = try BuiltProgram.run(
        ["run", "--subject", subject, "--schedules", "4", "--report", "json=\(file)"],
        in: root.path)
      #expect(run.exitCode == (subject == "reference" ? 0 : 1), "\(run.errors)")
      files.append(file)
    }
    let call = try BuiltProgram.run(
      ["selftest-records", "--lines", "--records", "\(Self.count)", "--seed", "\(Self.seed)"]
        + files, in: root.path)
    let end = "\(call.output.suffix(1_000))\(call.errors.suffix(2_000))"
    #expect(call.exitCode == 0, "selftest-records --lines --seed \(Self.seed): \(end)")
    let summary = call.output.split(separator: "\n").last ?? ""
    #expect(summary.hasPrefix("\(Self.count) lines of seed \(Self.seed): "), "\(end)")
    // Changes of the kind and of the name of the failure, both in one mutant.
    let lost = summary.firstMatch(of: /of which (\d+) were lost/).flatMap { match in Int(match.1) }
    #expect(lost.map { lost in lost <= 3 } == true, "\(summary)")
    print(summary)
  }
}
