/// What takes the engine's place where code runs on real threads: a clock, queues, and chance.
///
/// It comes from the command: nothing below it looks at a real clock or sleeps. Virtual times are
/// given to it as they are; how much real time they take is its own affair, and what is due earlier
/// happens earlier on each of its queues.
package protocol ThreadPlatform: AnyObject, Sendable {
  /// The virtual time that has passed; it never goes back.
  var now: Instant { get }
  /// How many stretches of work the queues and the driver have begun.
  var step: Int { get }
  /// Holds the calling thread up, or does not, as chance has it; where threads may get ahead of
  /// each other.
  func stagger()
  /// A serial queue of its own thread, or the process's main queue.
  func makeQueue(_ kind: CallbackQueue.Kind) -> any ThreadQueue
  /// Waits until something is so.
  ///
  /// - Parameters:
  ///   - limit: How long at most, in real time.
  ///   - condition: Asked again and again, on the calling thread.
  /// - Returns: Whether it came to be so.
  func wait(atMost limit: Duration, until condition: () -> Bool) -> Bool
  /// Whether no queue has any work, running or due.
  var isIdle: Bool { get }
  /// Sixty-four bits of chance, from the run's seed.
  func random() -> UInt64
  /// Runs a body on a thread of its own and comes back when it has.
  ///
  /// Called on the process's main thread it serves the main queue meanwhile, and the main actor
  /// with it.
  func drive(_ body: @escaping @Sendable () -> Void)
}

/// A serial queue on a real thread.
package protocol ThreadQueue: Sendable {
  /// Has an action run, after everything that was due before it.
  ///
  /// - Parameters:
  ///   - delay: The virtual time until then.
  ///   - action: What happens.
  func asyncAfter(_ delay: Duration, _ action: @escaping @Sendable () -> Void)
}

extension ThreadPlatform {
  /// Has an action run by itself, whatever the queues do.
  func run(_ action: @escaping () -> Void, after delay: Duration) {
    makeQueue(.generic).run(action, after: delay)
  }
}

extension ThreadQueue {
  /// Has an action run that came without a promise to be sendable.
  func run(_ action: @escaping () -> Void, after delay: Duration) {
    // Handed over whole: nobody else keeps the action, and it is run once, over there. What it
    // holds is a fake's, which is safe on any thread, and a callback that a vendor's interface too
    // calls from a queue of its own.
    let action = SimulationConfined(action)
    asyncAfter(delay) { action.value() }
  }
}

extension Simulation {
  /// No simulation at all, but the world of a run on real threads, for whatever asks for one.
  ///
  /// Fakes, spies and consumers are made in it as in any simulation; their queues, their tasks and
  /// their clock are then the platform's. It schedules nothing, is never entered with `perform`,
  /// and asking it for what only a simulation has (settling, timers, waiters) stops the process.
  ///
  /// - Parameter platform: The clock, the queues and the chance.
  package convenience init(on platform: any ThreadPlatform) {
    self.init(scheduler: FirstInFirstOut(), limits: Limits(), platform: platform)
  }
}
