package import SluiceSpies

extension Evidence {
  /// How many entries are judged, about, of the log of a run that would never have come to an end.
  ///
  /// What such a run repeats for ever it has hardly not done by then, and to judge millions of
  /// entries takes longer than a worker may be silent.
  private static let endlessEntries = 100_000

  /// The evidence of a run, of which only the beginning is judged if it would never have ended.
  ///
  /// - Parameters:
  ///   - entries: Everything that happened, in order.
  ///   - isEndless: Whether a limit stopped the run.
  ///   - index: The index of the log's first entries, none to all of them.
  ///   - declarations: What the streams declare of themselves.
  ///   - askedOptions: The options asked for, by the sequence that was accessed with them.
  ///   - aftermath: What came of the registrations after the end of the run.
  package convenience init(
    of entries: [LogEntry], isEndless: Bool, filedIn index: LogIndex, declarations: Declarations,
    askedOptions: [SequenceID: Value] = [:], aftermath: Aftermath = Aftermath()
  ) {
    let judged = isEndless ? entries.wholeEvents(Evidence.endlessEntries) : entries.count
    let isWhole = judged == entries.count
    self.init(
      isWhole ? entries : Array(entries.prefix(judged)), filedIn: isWhole ? index : LogIndex(),
      declarations: declarations, askedOptions: askedOptions, aftermath: aftermath)
  }
}

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
