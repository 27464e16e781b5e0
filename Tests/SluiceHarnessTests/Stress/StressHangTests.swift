import Testing

@Suite("Hang on real threads", .startsIdlePrograms)
struct StressHangTests {
  /// A stream that lets go of its listener inside the callback of the end, and blocks there.
  ///
  /// In a process of its own: where other tests keep the pool's threads the consumer would not come
  /// to its listener, which is another hang. The round waits for far longer than the watchdog does:
  /// its own waits are no silence.
  @Test("is told with the line that has not come back, and no object is blamed for it")
  func blockedCallback() throws {
    let told = try Self.stress("the source ends", watchdog: "2")
    #expect(
      told.output.contains(
        "(seed 0): what this line does has not come back: it spins, or waits for ever\n"))
    #expect(told.output.contains("| listener.finish()\n"))
    #expect(!told.output.contains("memory."))
  }

  /// A cancel runs what it calls on the thread that plays the lines.
  @Test("in a cancel is told with the subject's function, when the watchdog has had enough")
  func blockedCancel() throws {
    let told = try Self.stress("a waiting consumer is cancelled", watchdog: "1.5")
    #expect(
      told.output.contains("(seed 0): subject hung: silent, and killed by the watchdog\n"),
      "\(told.output)")
    #expect(
      told.output.contains("in FaultyStreams.FaultyWaitsForASemaphore.perform("),
      "\(told.output)")
    #expect(!told.output.contains("serve"), "\(told.output)")
    #expect(told.output.contains(" --watchdog 1.5 "))
  }

  private static func stress(_ name: String, watchdog: String) throws -> FinishedCall {
    let root = try SmallScenarios.root()
    let told = try BuiltProgram.run(
      [
        "stress", "--rounds", "1", "--subject", "faulty-waits-for-a-semaphore", "--watchdog",
        watchdog, "--filter", "id:\"*/\(name)\"", SmallScenarios.path,
      ], in: root.path)
    #expect(told.exitCode == 1)
    return told
  }
}
