/// The commands that show a run of a case again, for a shell or for a test.
package struct ExplorationCommands: Sendable, Hashable, Codable {
  /// What runs the case as it was run: under the canonical schedule and then others.
  package var run: String
  /// What replays the case; a schedule's text is put behind it.
  package var replay: String
  /// What stands before and behind a schedule's text; it has no quote of either kind in it.
  private var quote = "'"
  /// What ends a replay behind the schedule.
  private var ending = ""

  /// Commands of a shell for one case.
  ///
  /// - Parameters:
  ///   - run: What runs the case again.
  ///   - replay: What replays it, up to and with the option that takes the schedule.
  package init(run: String, replay: String) {
    self.run = run
    self.replay = replay
  }

  /// Calls in a test for one case.
  ///
  /// - Parameters:
  ///   - call: The call that runs the case again, up to its last argument, without the closing
  ///     parenthesis.
  ///   - remark: What is said behind it, in a comment.
  init(swiftCall call: String, remark: String) {
    ending = ")  // \(remark)"
    run = "\(call)\(ending)"
    replay = "\(call), schedule:"
    quote = "\""
  }

  /// The command that shows the case under a schedule; nil stands for the canonical one.
  func text(for schedule: String?) -> String {
    schedule.map { text in "\(replay) \(quote)\(text)\(quote)\(ending)" } ?? run
  }
}
