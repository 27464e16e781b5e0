import SluiceRunner
import Testing

@Suite("Deterministic hashing")
struct DeterministicHashingTests {
  /// Tells by its exit code what the variable says: 40 and so much.
  private static let words = ["sh", "-c", "exit $((40 + SWIFT_DETERMINISTIC_HASHING))"]

  @Test(
    "is had by beginning again with the variable set, whatever it says before", .startsIdlePrograms)
  func begins() async {
    await #expect(processExitsWith: .exitCode(41)) {
      try DeterministicHashing.require(arguments: Self.words, program: "/bin/sh")
    }
  }

  @Test(
    "that can't be had is a failure of the harness, and is had once the variable is set",
    .startsIdlePrograms)
  func impossible() async {
    await #expect(processExitsWith: .success) {
      #expect(
        throws: WorkerError.notStarted(
          executable: "/nonexistent/program", reason: "No such file or directory")
      ) {
        try DeterministicHashing.require(arguments: ["program"], program: "/nonexistent/program")
      }
      // From now on the variable is set.
      try DeterministicHashing.require(arguments: ["program"], program: "/nonexistent/program")
    }
  }
}
