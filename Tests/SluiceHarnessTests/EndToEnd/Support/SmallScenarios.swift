/// A tree of a few scenarios that every right stream passes.
enum SmallScenarios {
  /// Three cases: one that ends by itself, one that is cancelled, and one that ends by itself
  /// again.
  static let file = """
    format 1

    scenario "a value arrives"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                listener.send(1)
                expect S next 1
                listener.finish()
                expect S finish

    \(cancelled)
    scenario "the source ends"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                listener.finish()
                expect S finish

    """

  /// A consumer that waits, and is cancelled.
  static let cancelled = """
    scenario "a waiting consumer is cancelled"
      tags cancel
      timeline
        @0ms    S = listener.values()
                expect S added
                listener.send(1)
                expect S next 1
        @10ms   cancel S
                expect S removed promptly
                expect S ended

    """

  /// Where the file stands below the root.
  static let path = "Scenarios/listener/cancellation/small.scenario"
  /// The ids of the cases begin so.
  static let stem = "listener/cancellation/small"

  /// A new root with the file alone.
  static func root() throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write(file, to: path)
    return root
  }
}
