import SluiceSpies

extension [LogEntry] {
  /// How many entries there are up to the end of the event in which so many are reached.
  ///
  /// A log that is cut within an event may end inside a call, as the log of a subject does that
  /// hangs.
  package func wholeEvents(_ entries: Int) -> Int {
    guard entries > 0, entries < count else { return Swift.min(Swift.max(entries, 0), count) }
    let step = self[entries - 1].step
    return self[entries...].firstIndex { entry in entry.step != step } ?? count
  }
}
