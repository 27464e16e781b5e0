/// A case whose failure hangs on the order of events: with `faulty-answers-twice` it passes under
/// the canonical schedule and fails under others.
enum RacingScenario {
  /// The file with the case.
  static let file = """
    format 1

    scenario "an error races the remove of a cancelled consumer"
      timeline
        @0ms    S = listener.values()
                expect S added
                race listener.fail(unavailable)
        now     cancel S
                expect S removed promptly
                expect S ended

    """

  /// A new root with the file, or another text in its place.
  static func root(_ text: String = file) throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write(text, to: "Scenarios/listener/cancellation/races.scenario")
    return root
  }
}
