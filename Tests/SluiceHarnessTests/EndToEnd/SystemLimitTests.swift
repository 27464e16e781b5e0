import Foundation
import Glibc
import SluiceHarness
import Testing

@Suite("Run under a limit of the system", .startsPrograms)
struct SystemLimitTests {
  /// Runs the built program after a line of the shell that sets limits.
  private static func run(
    under limit: String, as user: Int? = nil, _ words: String = "run --schedules 0"
  ) throws -> FinishedCall {
    let root = try SmallScenarios.root()
    // Of processes root has as many as it likes.
    let user =
      user.map { user in "setpriv --reuid \(user) --regid \(user) --clear-groups " } ?? ""
    return try FinishedCall(
      "/bin/bash",
      [
        "-c",
        "chmod -R a+rwX . && ulimit \(limit) && "
          + "exec \(user)\(BuiltProgram.path) \(words) --jobs 2",
      ],
      in: root.path, variables: ["SWIFT_BACKTRACE": "enable=no"])
  }

  @Test("of open files ends with 2 and says so", arguments: [4, 6, 10, 31])
  func files(_ count: Int) throws {
    let call = try Self.run(under: "-n \(count)")
    #expect(call.exitCode == 2, "\(call.errors)")
    #expect(
      call.errors
        == "sluice: the limit is \(count) open files (ulimit -n), and at least "
        + "32 open files (ulimit -n) are needed\n")
  }

  @Test("of open files that are reached later names the limit")
  func filesLater() throws {
    // The shell leaves files open: too few are left for a worker, whichever thread comes first.
    let open = (10..<24).map { number in "\(number)</dev/null" }.joined(separator: " ")
    let call = try Self.run(under: "-n 32 && exec \(open)")
    #expect(call.exitCode == 2, "\(call.errors)")
    #expect(
      call.errors
        == "sluice: the run was not finished: cannot open pipes to a worker: Too many open files; "
        + "the limit is 32 open files (ulimit -n)\n")
  }

  @Test("of memory ends with 2 and says so")
  func memory() throws {
    let call = try Self.run(under: "-v 200000")
    #expect(call.exitCode == 2, "\(call.errors)")
    #expect(
      call.errors
        == "sluice: the limit is 200000 kilobytes of memory (ulimit -v), and at least "
        + "524288 kilobytes of memory (ulimit -v) are needed\n")
  }

  @Test("of the stack ends with 2 and says so", arguments: [64, 112, 255])
  func stack(_ size: Int) throws {
    let call = try Self.run(under: "-s \(size)")
    #expect(call.exitCode == 2, "\(call.errors)")
    #expect(
      call.errors
        == "sluice: the limit is \(size) kilobytes of stack (ulimit -s), and at least "
        + "256 kilobytes of stack (ulimit -s) are needed\n")
  }

  @Test("of processor time ends with 2 and says so")
  func time() throws {
    let call = try Self.run(under: "-t 59")
    #expect(call.exitCode == 2, "\(call.errors)")
    #expect(
      call.errors
        == "sluice: the limit is 59 seconds of processor time (ulimit -t), and at least "
        + "60 seconds of processor time (ulimit -t) are needed\n")
  }

  @Test("that is just kept to, be it of the stack or of files, changes nothing")
  func enough() throws {
    let call = try Self.run(under: "-s 256 && ulimit -n 64 && ulimit -t 60")
    #expect(call.exitCode == 0, "\(call.errors)")
  }

  @Test("is none where the parent ignores the ends of children: all cases pass")
  func ignoredChildren() throws {
    let call = try Self.run(under: "-c 0 && trap '' CHLD")
    #expect(call.exitCode == 0, "\(call.errors)")
    #expect(call.output.contains(" 0 failed, 0 errors"), "\(call.output)")
  }

  @Test(
    "of threads ends with 2 and says so, and waits for none that was not started",
    .enabled(if: geteuid() == 0, "needs root, to be another user for a moment"),
    arguments: [1, 3, 7, 8, 9, 10, 11])
  func threads(_ count: Int) throws {
    // A user of its own: another call's processes count, too.
    let call = try Self.run(under: "-u \(count)", as: 60_000 + count)
    #expect(call.exitCode == 2, "\(call.errors)")
    #expect(call.errors.hasPrefix("sluice: "), "\(call.errors)")
    #expect(call.errors.contains("ulimit -u"), "\(call.errors)")
  }
}
