internal import CSimulationRuntime

/// The location of a thread that runs an event without end, or drives a subject in vain, as another
/// thread of its process finds it.
package enum HangLocation {
  /// The number of a thread that can be asked where it is.
  package struct ThreadNumber: Sendable {
    fileprivate let number: CInt
  }

  /// How often it is looked at: a loop calls now this function and now that, and is in itself
  /// always.
  private static let looks = 64
  /// How many async calls are looked at.
  private static let calls = 64
  private static let depth = 256
  /// How many functions are told.
  private static let most = 12

  /// The thread that runs events, or ran the last one.
  package static var threadOfEvents: ThreadNumber? { known(sluice_thread_of_events()) }

  /// The thread that drives a subject without simulating anything.
  package static var threadOfDriver: ThreadNumber? { known(sluice_thread_of_driver()) }

  /// The functions in which a thread was whenever it was looked at, innermost first, as far as
  /// names are known.
  ///
  /// Async functions go on one after the other at the same place of a stack. So a loop that awaits
  /// what never suspends, as a sleep of a cancelled task, is on the stack for moments. Where no
  /// function of a subject is there always, those that make its async calls come first, sorted.
  ///
  /// - Parameters:
  ///   - thread: The thread, which is not the calling one.
  ///   - isOfSubject: Whether a function is of the subject, and not of what drives it.
  /// - Returns: The functions; none if the thread can't be interrupted.
  package static func functions(
    of thread: ThreadNumber, isOfSubject: (String) -> Bool
  ) -> [String] {
    var shared: [UInt]?
    for _ in 0..<looks {
      guard let stack = look(at: thread) else { return [] }
      // Some of the runtime's code can't be unwound, and a look into it shows nothing.
      guard !stack.isEmpty else { continue }
      shared = shared.map { shared in common(shared, stack) } ?? stack
    }
    guard let always = shared else { return [] }
    let functions = Backtrace.functions(at: always.reversed().prefix(most))
    // What is outside of the simulation may be a test's.
    let inside = functions.prefix { name in FunctionName(name).module != "SluiceSimulation" }
    if inside.contains(where: isOfSubject) { return functions }
    return Array((callers(in: thread).filter(isOfSubject) + functions).prefix(most))
  }

  /// The functions that make the next async calls of a thread, sorted.
  private static func callers(in thread: ThreadNumber) -> [String] {
    var addresses: Set<UInt> = []
    for _ in 0..<calls {
      let address = UInt(sluice_next_async_call(thread.number))
      guard address != 0 else { break }
      addresses.insert(address)
    }
    return Set(addresses.flatMap { address in Backtrace.functions(at: [address]) }).sorted()
  }

  /// Does something on a thread that simulates nothing, as the thread that drives a subject.
  ///
  /// - Parameter body: The work, which gets the thread.
  package static func ofThisThread(_ body: (ThreadNumber) -> Void) {
    let number = sluice_hang_location_begin()
    defer { sluice_hang_location_end() }
    body(ThreadNumber(number: number))
  }

  private static func known(_ number: CInt) -> ThreadNumber? {
    number == 0 ? nil : ThreadNumber(number: number)
  }

  /// Where a thread is, outermost first; nil if it does not answer.
  private static func look(at thread: ThreadNumber) -> [UInt]? {
    unsafe withUnsafeTemporaryAllocation(of: UInt.self, capacity: depth) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      // The library writes so many addresses at most, and says how many it has written.
      let count = unsafe sluice_hang_location(thread.number, start, depth)
      return count < 0 ? nil : unsafe buffer.prefix(count).reversed()
    }
  }

  /// The calls that two looks have in common; the last of them may be at two places of a function.
  private static func common(_ one: [UInt], _ other: [UInt]) -> [UInt] {
    var same = zip(one, other).prefix { left, right in left == right }.map(\.0)
    let next = same.count
    guard next < one.count, next < other.count else { return same }
    let functions = [one[next], other[next]].map { address in Backtrace.functions(at: [address]) }
    if functions[0] == functions[1] { same.append(one[next]) }
    return same
  }
}
