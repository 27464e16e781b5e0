internal import CSimulationRuntime

/// The count of what lives of the memory that was allocated in a subject's frames.
///
/// The kit runs on the same threads as the subject. So each thread says at every border between the
/// two on which side of it the thread is: code that calls the subject enters its frames, and code
/// of the kit that the subject calls leaves them. An event begins in the subject's frames unless it
/// is an action of a script or a fake. Without an open count a border costs one read of a flag.
package enum SubjectAllocations {
  /// What lives of the counted allocations.
  package struct Living: Sendable, Hashable {
    /// The number of blocks.
    package var blocks: Int
    /// Their bytes, as they were asked for.
    package var bytes: Int

    /// A number of blocks and their bytes.
    package init(blocks: Int, bytes: Int) {
      self.blocks = blocks
      self.bytes = bytes
    }
  }

  /// An open count: there is one in the process at a time.
  package struct Account: Sendable, Hashable {
    fileprivate let number: UInt64

    /// The counted allocations that live; nil once the account is closed.
    package var living: Living? {
      var living = sluice_living()
      // The library writes the variable, which is this function's own.
      guard unsafe sluice_account_read(number, &living) else { return nil }
      return Living(blocks: living.blocks, bytes: living.bytes)
    }

    /// Ends the count, unless another one was opened meanwhile.
    package func close() { sluice_account_close(number) }
  }

  /// Opens an empty count in place of any other, outside the subject's frames.
  ///
  /// - Returns: The count; nil where allocations can't be counted, as under a sanitizer.
  package static func open() -> Account? {
    let number = sluice_account_open()
    return number == 0 ? nil : Account(number: number)
  }

  /// Whether a count is open.
  package static var isCounting: Bool { sluice_is_accounting() }

  /// Notes that the calling thread enters the subject's frames.
  ///
  /// - Returns: Whether it was in them before, for ``restore(_:)``.
  @discardableResult
  package static func enter() -> Bool {
    sluice_is_accounting() && sluice_count_allocations(true)
  }

  /// Notes that the calling thread leaves the subject's frames.
  ///
  /// - Returns: Whether it was in them before, for ``restore(_:)``.
  @discardableResult
  package static func leave() -> Bool {
    sluice_is_accounting() && sluice_count_allocations(false)
  }

  /// Notes that the calling thread is back where it was.
  package static func restore(_ wasInside: Bool) {
    if sluice_is_accounting() { _ = sluice_count_allocations(wasInside) }
  }
}

/// The borders in the engine.
extension Engine {
  /// Runs an event: one that is no action in the subject's frames, an action outside them.
  @inline(__always)
  static func runInItsFrames(_ event: Event) {
    guard sluice_is_accounting() else { return event.run() }
    let wasInside = sluice_count_allocations(!event.isAction)
    event.run()
    _ = sluice_count_allocations(wasInside)
  }

  /// Does something outside the subject's frames, whose code may have called for it.
  @inline(__always)
  static func outsideFrames<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard sluice_is_accounting() else { return try body() }
    let wasInside = sluice_count_allocations(false)
    defer { _ = sluice_count_allocations(wasInside) }
    return try body()
  }
}
