internal import CSimulationRuntime

/// A world of its own for asynchronous code: one thread, one virtual clock, one queue of ready
/// events.
///
/// Inside, every job that Swift concurrency would hand to its thread pool, every sleep, every
/// callback and every line of a script is an event, and a ``Scheduler`` picks which ready one runs
/// next. A run is a function of the code and the scheduler's choices, and nothing else.
///
/// Simulations run on a thread of their own, one at a time in a process: others wait for their
/// turn. Ordinary concurrency around them goes on. A simulation that is created inside another one
/// runs within it, with its own time.
///
/// All but `perform` and `run` may be used only inside: by the script that `perform` runs, or by
/// what it sets off.
public final class Simulation: @unchecked Sendable {
  // Sendable, although the engine is not: everything that reaches it asserts that the calling
  // thread is the simulation thread, of which there is one (`confined`), or happens in `init` and
  // `deinit`, when there is no other reference.
  let unconfinedEngine: Engine
  /// What runs everything instead of the engine, where this stands for real threads.
  package let platform: (any ThreadPlatform)?
  /// What a test has taken for the reason why nothing can be simulated; nil for what is so.
  let pretendedReason: String?

  /// The bounds of a simulation: every loop ends.
  public struct Limits: Sendable, Equatable {
    /// The number of events that may run.
    public var steps: Int
    /// The virtual time that may pass.
    public var virtualTime: Duration

    /// Creates limits: by default a million events and thirty days.
    public init(steps: Int = 1_000_000, virtualTime: Duration = .seconds(30 * 86_400)) {
      self.steps = steps
      self.virtualTime = virtualTime
    }
  }

  /// Creates a simulation in which nothing has happened yet.
  ///
  /// - Parameters:
  ///   - scheduler: What picks the next event.
  ///   - limits: When to give up.
  public convenience init(
    scheduler: any Scheduler = FirstInFirstOut(), limits: Limits = Limits()
  ) {
    self.init(scheduler: scheduler, limits: limits, platform: nil)
  }

  init(
    scheduler: any Scheduler, limits: Limits, platform: (any ThreadPlatform)?,
    pretendedReason: String? = nil
  ) {
    self.platform = platform
    self.pretendedReason = pretendedReason
    unconfinedEngine = Engine(scheduler: scheduler, limits: limits)
    unconfinedEngine.simulation = self
  }

  deinit {
    // What outlives a simulation is the simulation thread's, so one that nobody ended is ended
    // there: nobody else has its engine any more.
    guard !unconfinedEngine.isEnded, !sluice_thread_is_current() else { return }
    let engine = SimulationConfined(unconfinedEngine)
    SimulationThread.post { engine.value.close() }
  }

  /// The simulation that the calling thread is running, if it is.
  public static var current: Simulation? {
    guard let record = unsafe sluice_current() else { return nil }
    return unsafe Engine.of(record.pointee.owner).simulation
  }

  /// The virtual time and the step, if the calling thread is running this simulation; nil on any
  /// other, but for a run on real threads, where every thread is its own.
  ///
  /// What every entry of a log is stamped with: one look, where `current`, `now` and `step` are
  /// three.
  package var moment: (instant: Instant, step: Int)? {
    // The record's address alone is compared; the current record belongs to a simulation that runs.
    guard unsafe sluice_current() == unconfinedEngine.record else { return threadMoment }
    return (unconfinedEngine.now, unconfinedEngine.step)
  }

  /// The engine, for whoever is on the simulation thread.
  var engine: Engine {
    precondition(sluice_thread_is_current(), "a simulation is used outside of `perform`")
    return unconfinedEngine
  }

  private var threadMoment: (instant: Instant, step: Int)? {
    guard let platform else { return nil }
    // Whatever is written down is about to happen or has happened: a place to be held up at.
    platform.stagger()
    return (platform.now, platform.step)
  }
}
