import Testing

/// Reads a million scenario files, of which each is one of the kit's with something done to it,
/// with the parser and the checker of a release build.
@Suite("Mutated scenario files", .campaign)
struct MutatedScenariosCampaign {
  private static let seed = 20_261_125
  private static let parts = 4
  private static let count = 1_000_000 / parts

  @Test(
    "a million of them trap nowhere, are told in place, and if sound are what they are written as",
    arguments: 0..<parts)
  func part(_ part: Int) throws {
    let call = try BuiltProgram.run([
      "selftest-scenarios", "--first", "\(part * Self.count)", "--files", "\(Self.count)",
      "--seed", "\(Self.seed)",
    ])
    // What was read last is where a trap is.
    let end = "\(call.output.suffix(1_000))\(call.errors.suffix(2_000))"
    #expect(call.exitCode == 0, "selftest-scenarios --seed \(Self.seed): \(end)")
    let summary = call.output.split(separator: "\n").last ?? ""
    #expect(summary.hasPrefix("\(Self.count) files of seed \(Self.seed): "), "\(end)")
    print(summary)
  }
}
