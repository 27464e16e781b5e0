import Foundation
import Glibc
import Testing

@Suite(
  "Shards of a cluster", .campaign,
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/slurmctld") && geteuid() == 0,
    "there is no Slurm here, or nobody may start it"))
struct SlurmCampaign {
  @Test("as a Slurm array of four are the run that was not divided, to the byte")
  func array() throws {
    let call = try FinishedCall(
      "\(BuiltProgram.repository)/Scripts/check-slurm", [BuiltProgram.path],
      in: BuiltProgram.repository, variables: [:])
    if call.exitCode == 77 { return print("Slurm: \(call.output)") }
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains(" cases: "))
  }
}
