internal import CSimulationRuntime

/// The location of a crash, as another thread of the process finds it before the process ends.
package enum CrashLocation {
  private static let depth = 256
  /// How many functions are told.
  private static let most = 24

  /// Has each thread that a fatal signal comes for stop until ``end()``, for at most five seconds.
  ///
  /// Only once in a process.
  ///
  /// - Returns: The descriptor that can be read as soon as a thread has stopped; nil where the
  ///   system has none left.
  package static func begin() -> CInt? {
    let number = sluice_crash_location_begin()
    return number < 0 ? nil : number
  }

  /// The functions that the stopped thread is in, innermost first, as far as names are known.
  package static func functions() -> [String] {
    let addresses: [UInt] = unsafe withUnsafeTemporaryAllocation(of: UInt.self, capacity: depth) {
      buffer in
      guard let start = buffer.baseAddress else { return [] }
      // The library writes so many addresses at most, and says how many it has written.
      let count = unsafe sluice_crash_location(start, depth)
      return unsafe Array(buffer.prefix(count))
    }
    return Backtrace.functions(at: addresses.prefix(most))
  }

  /// Lets the stopped thread go on to its end.
  package static func end() { sluice_crash_location_end() }
}

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
