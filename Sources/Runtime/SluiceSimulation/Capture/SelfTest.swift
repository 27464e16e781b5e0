internal import CSimulationRuntime

/// A small simulation that must take a known course, run before the first real one.
///
/// It proves what no symbol and no number tells of the runtime: that jobs, sleeps, the main actor,
/// clocks and randomness pass through the C library, and where tasks, jobs and actors keep what it
/// reads.
package enum SelfTest {
  /// What the small simulation showed: what it must show, until something else is seen.
  package struct Course: Sendable {
    /// How many tasks were created, and how many events that made ready.
    package var tasks = taskCount
    package var readyEvents = eventCount
    /// Whether tasks that are to run say that they are, and tasks that wait say where.
    package var tellsOfTasks = true
    /// The names of the first events.
    package var firstLabels = expectedLabels
    /// Whether a job of the main actor was taken for one.
    package var isMainActorSimulated = true
    /// How long a task slept by the clock, and what time it is at the end; what it slept for.
    package var slept = sleepLength
    package var now = Instant.start.advanced(by: sleepLength)
    /// Whether a random number was the scheduler's.
    package var drawsFromScheduler = true
    /// Whether equal sets had one order.
    package var hasOneOrder = true
    /// How the run ended, and what it left.
    package var outcome = Outcome.finished
    package var ending = Ending(cancelled: 0, parked: 0, halt: nil)

    /// Nothing that differs from what must be.
    package init() {}

    static let taskCount = 5
    /// Two of the tasks are for one actor, which has one job at a time.
    static let eventCount = 4
    static let expectedLabels = ["sleep", "main", "first", "actor", "second"]
    static let sleepLength = Duration.seconds(2)

    /// What is wrong with the course, or nil.
    var objection: String? {
      if tasks != Self.taskCount || readyEvents != Self.eventCount {
        return "a new task does not become an event of its simulation"
      }
      if !tellsOfTasks { return "a task does not tell whether it waits, and where" }
      if firstLabels != Self.expectedLabels {
        return "events do not have the names of their tasks: \(firstLabels)"
      }
      if !isMainActorSimulated { return "the main actor is not simulated" }
      if slept != Self.sleepLength || now != Instant.start.advanced(by: Self.sleepLength) {
        return "sleeps are not exact: two seconds last \(slept)"
      }
      if !drawsFromScheduler { return "random numbers do not follow from the schedule" }
      if !hasOneOrder { return "equal sets have several orders" }
      if outcome != .finished { return "a small simulation ends as \(outcome)" }
      if ending != Ending(cancelled: 0, parked: 0, halt: nil) {
        return "a small simulation leaves something behind"
      }
      return nil
    }
  }

  /// Runs it, on the simulation thread.
  static func run() -> Course {
    var course = Course()
    SimulationThread.run {
      let simulation = Simulation(limits: Simulation.Limits(steps: 100, virtualTime: .seconds(10)))
      course = simulation.enter { simulation in play(simulation) }.get()
    }
    return course
  }

  private actor Performer {
    func play() async {
      async let child: Void = Task.yield()
      await child
    }
  }

  private final class Log {
    var labels: [String] = []
    var wasOnMainQueue = false
    var slept = Duration.zero
  }

  private static func play(_ simulation: Simulation) -> Course {
    var course = Course()
    let log = SimulationConfined(Log())
    simulation.observe { entry in log.value.labels.append(entry.event.label) }
    spawnTasks(simulation, log)
    course.tasks = simulation.liveTasks
    course.readyEvents = simulation.engine.readyCount
    // What is not an event has gone to real threads, and no course can be told from it.
    guard course.objection == nil else { return course }
    let areReady = simulation.engine.tasks.live.allSatisfy(\.isEnqueued)
    course.drawsFromScheduler = drawsFromScheduler()
    course.hasOneOrder = hasOneOrder()
    _ = simulation.settle()
    let sleeper = simulation.engine.tasks.live
    course.tellsOfTasks =
      areReady && sleeper.count == 1 && !sleeper[0].isEnqueued && tellsWhereItWaits(sleeper[0])
    course.outcome = simulation.runToEnd()
    course.firstLabels = Array(log.value.labels.prefix(Course.expectedLabels.count))
    course.isMainActorSimulated = log.value.wasOnMainQueue
    course.slept = log.value.slept
    course.now = simulation.now
    course.ending = simulation.end()
    return course
  }

  private static func spawnTasks(_ simulation: Simulation, _ log: SimulationConfined<Log>) {
    simulation.spawn("sleep") {
      let began = ContinuousClock.now
      try? await Task.sleep(for: .seconds(1))
      try? await Task.sleep(for: .seconds(1), tolerance: .seconds(1))
      log.value.slept = ContinuousClock.now - began
    }
    simulation.spawn("main") { @MainActor in log.value.wasOnMainQueue = sluice_on_main_queue() }
    // The first gives its actor up while the second waits for it, and so enqueues the actor anew.
    simulation.spawn("first") { @Stage in await Task.yield() }
    simulation.spawn("second") { @Stage in await Task.yield() }
    let performer = Performer()
    simulation.spawn("actor") { await performer.play() }
  }

  private static func drawsFromScheduler() -> Bool {
    var generator = SystemRandomNumberGenerator()
    var scheduler = FirstInFirstOut()
    return generator.next() == scheduler.random()
  }

  private static func hasOneOrder() -> Bool {
    // All at once: two that have one address, one after the other, have one order anyway.
    let sets = (0..<4).map { _ in Set(0..<64) }
    return sets.allSatisfy { set in set.elementsEqual(sets[0]) }
  }

  /// Whether one of those that await a task, or the task itself, is of this module: its `sleep`.
  private static func tellsWhereItWaits(_ task: TaskReference) -> Bool {
    task.resumeAddresses(depth: 16).contains { address in
      // Looked up in the tables of the dynamic linker, not followed.
      unsafe sluice_is_own_code(UnsafeRawPointer(bitPattern: address))
    }
  }
}

/// Where two of the self-test's tasks begin.
@globalActor
private actor Stage {
  static let shared = Stage()
}
