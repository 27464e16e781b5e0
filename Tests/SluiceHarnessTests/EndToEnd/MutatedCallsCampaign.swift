import Foundation
import Testing

/// Makes a hundred thousand calls in a release build, each with something done to one of its
/// inputs: configuration, lists, variables of engines, filters, schedules and shards.
@Suite("Mutated calls", .campaign)
struct MutatedCallsCampaign {
  private static let seed = 20_261_128
  private static let parts = 4
  private static let count = 100_000 / parts

  @Test(
    "a hundred thousand of them trap nowhere, and end with the codes that are told",
    arguments: 0..<parts)
  func part(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run(
      [
        "selftest-calls", "--first", "\(part * Self.count)", "--calls", "\(Self.count)", "--seed",
        "\(Self.seed)",
      ], in: folder.path)
    // What was called last is where a trap is.
    let end = "\(call.output.suffix(2_000))\(call.errors.suffix(2_000))"
    #expect(call.exitCode == 0, "selftest-calls --seed \(Self.seed): \(end)")
    let summary = call.output.split(separator: "\n").last ?? ""
    #expect(summary.hasPrefix("\(Self.count) calls of seed \(Self.seed): "), "\(end)")
    print(summary)
  }

  @Test("take no longer than their inputs are long")
  func growth() throws {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run(["selftest-calls", "--growth"], in: folder.path)
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(call.output.hasSuffix(" inputs grew; 0 of the calls took too long\n"))
  }
}
