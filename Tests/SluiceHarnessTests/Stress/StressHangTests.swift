import Testing

@Suite("Hang on real threads", .startsIdlePrograms)
struct StressHangTests {
  /// A stream that lets go of its listener inside the callback of the end, and blocks there.
  ///
  /// In a process of its own: where other tests keep the pool's threads the consumer would not come
  /// to its listener, which is another hang.
  @Test("is told with the line that has not come back, and no object is blamed for it")
  func blockedCallback() throws {
    let root = try SmallScenarios.root()
    let told = try BuiltProgram.run(
      [
        "stress", "--rounds", "1", "--subject", "faulty-waits-for-a-semaphore", "--filter",
        "id:\"*/the source ends\"", SmallScenarios.path,
      ], in: root.path)
    #expect(told.exitCode == 1)
    #expect(
      told.output.contains(
        "(seed 0): what this line does has not come back: it spins, or waits for ever\n"))
    #expect(told.output.contains("| listener.finish()\n"))
    #expect(!told.output.contains("memory."))
  }
}
