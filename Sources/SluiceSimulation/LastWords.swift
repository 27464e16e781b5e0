internal import CSimulationRuntime

/// What a process says on standard error when a fatal signal ends it.
package enum LastWords {
  /// Does something that may end the process, which then says what it was doing; whoever handled
  /// such signals before still does.
  ///
  /// - Parameters:
  ///   - text: What is said, ended by a line break; only its first 1,024 bytes are.
  ///   - body: What is done.
  /// - Returns: What comes of it.
  package static func told<Result>(_ text: String, _ body: () -> Result) -> Result {
    // The library copies the text, which is ended by a zero byte, before it returns.
    let place = unsafe text.withCString { text in unsafe sluice_last_words_begin(text) }
    defer { sluice_last_words_end(place) }
    return body()
  }
}
