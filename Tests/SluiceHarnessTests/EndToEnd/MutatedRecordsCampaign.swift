import Testing

/// Merges thirty thousand records of runs, of which each has something done to it, by a release
/// build.
@Suite("Mutated records", .campaign)
struct MutatedRecordsCampaign {
  private static let seed = 20_261_127
  private static let count = 30_000

  @Test("trap nowhere, are refused in one line, and are never green if their digest vouches")
  func merged() throws {
    let root = try SmallScenarios.root()
    var files: [String] = []
    for (number, subject) in [
      "faulty-forgets-remove-on-cancel", "faulty-takes-the-newest-first", "reference",
    ].enumerated() {
      let words = ["run", "--subject", subject, "--schedules", "4"]
      _ = try BuiltProgram.run(
        words + ["--junit", "whole.xml", "--report", "json=\(number).json"], in: root.path)
      for shard in 1...2 {
        _ = try BuiltProgram.run(
          words + ["--shard", "\(shard)/2", "--junit", "\(number)-\(shard).xml"], in: root.path)
      }
      files += ["\(number).json", "\(number)-1.xml", "\(number)-2.xml"]
    }
    let call = try BuiltProgram.run(
      ["selftest-records", "--records", "\(Self.count)", "--seed", "\(Self.seed)"] + files,
      in: root.path)
    // What was read last is where a trap is.
    let end = "\(call.output.suffix(1_000))\(call.errors.suffix(2_000))"
    #expect(call.exitCode == 0, "selftest-records --seed \(Self.seed): \(end)")
    let summary = call.output.split(separator: "\n").last ?? ""
    #expect(summary.hasPrefix("\(Self.count) records of seed \(Self.seed): "), "\(end)")
    print(summary)
  }
}
