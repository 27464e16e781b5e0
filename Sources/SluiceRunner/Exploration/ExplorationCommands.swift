/// The commands that show a run of a case again, for a shell.
package struct ExplorationCommands: Sendable, Hashable, Codable {
  /// What runs the case as it was run: under the canonical schedule and then others.
  package var run: String
  /// What replays the case; a schedule's text is put behind it.
  package var replay: String

  /// Commands for one case.
  ///
  /// - Parameters:
  ///   - run: What runs the case again.
  ///   - replay: What replays it, up to and with the option that takes the schedule.
  package init(run: String, replay: String) {
    self.run = run
    self.replay = replay
  }

  /// The command that shows the case under a schedule; nil stands for the canonical one.
  func text(for schedule: String?) -> String {
    // A schedule's text has no quote in it.
    schedule.map { text in "\(replay) '\(text)'" } ?? run
  }
}
