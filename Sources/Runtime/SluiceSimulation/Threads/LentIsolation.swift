internal import CSimulationRuntime

/// The isolation of the code that runs on a thread, as far as it can be lent to another one.
///
/// A test on the main actor blocks the main thread until its simulation is over. Nothing else runs
/// on that actor meanwhile, so the test's closures may run on the simulation's thread. The runtime
/// checks the thread all the same, wherever such a closure is handed to a library that was compiled
/// without strict concurrency: the standard library's `map` among them. Within ``run(_:)`` that
/// check passes, and so do `MainActor.assumeIsolated(_:)` and `Thread.isMainThread`.
///
/// A closure that is not `Sendable` belongs to the actor whose code makes it, or to none. So what
/// takes one, to call it elsewhere, takes the ``current`` isolation with it.
///
/// Events that come between, as in ``Simulation/settle()``, have none of it: a callback on a
/// background queue still traps in code of the main actor, as it does in an app.
package struct LentIsolation {
  /// The identity of an executor, which is only compared; 0 for none.
  private var executor: UInt

  /// The isolation of the code that calls this.
  package static var current: LentIsolation {
    LentIsolation(executor: sluice_current_executor())
  }

  /// The isolation of the code that calls this from outside of all simulations: the main thread is
  /// the main actor's, also where no task runs.
  static var ofCaller: LentIsolation {
    let main = mainExecutor
    let isOnMain = sluice_is_isolated(main.identity, main.implementation)
    return isOnMain ? LentIsolation(executor: main.identity) : current
  }

  /// Does something with the isolation, on whatever thread this is.
  ///
  /// - Parameter body: What happens.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  package func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard executor != 0 else { return try body() }
    var loan = unsafe sluice_loan()
    // The loan stays where it is until it has ended, in this function.
    return try unsafe withUnsafeMutablePointer(to: &loan) { loan throws(Failure) in
      unsafe sluice_loan_begin(loan, executor, executor == Self.mainExecutor.identity)
      defer { unsafe sluice_loan_end(loan) }
      return try body()
    }
  }

  /// A function that has the isolation wherever it is called.
  ///
  /// - Parameter function: A function that was made within the isolation.
  /// - Returns: The function.
  package func lent<Argument, Result>(
    to function: @escaping (Argument) -> Result
  ) -> (Argument) -> Result {
    executor == 0 ? function : { argument in run { function(argument) } }
  }

  /// A reference to an executor: an object, and how that is one.
  private struct Executor {
    var identity: UInt
    var implementation: UInt
  }

  private static let mainExecutor =
    // Both are two words, of which nothing is released.
    unsafe unsafeBitCast(MainActor.sharedUnownedExecutor, to: Executor.self)
}
