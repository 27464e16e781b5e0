internal import CSimulationRuntime
internal import Synchronization

/// The samples of the runtime's objects that prove the numbers of the layout.
///
/// The C layer copies the objects of Dispatch and the C library. Tasks are made here: each job is
/// caught when it is enqueued and run at once, on the simulation thread, outside of a simulation.
enum LayoutSamples {
  /// Takes them, once in a process.
  static func take() {
    SimulationThread.run {
      sluice_sampling_begin()
      sampleTask()
      sampleWaitingTask()
      sampleCreations()
      sampleActor()
      sampleLet()
      sampleSleep()
      sampleMutex()
      sluice_sampling_end()
    }
  }

  /// How many bytes are copied of an actor and of its job.
  private static let actorBytes = 0x50
  private static let actorJobBytes = 0x48

  /// Runs a body and returns the job that it enqueues, which no executor gets.
  private static func caught(_ body: () -> Void) -> sluice_event {
    sluice_carrier_begin()
    body()
    return unsafe sluice_carrier_end()
  }

  /// Runs a job, and returns the one that this enqueues.
  private static func running(_ event: sluice_event) -> sluice_event {
    unsafe caught {
      // The context is that of the job that was caught, which runs once.
      if let job = unsafe event.context { unsafe event.function(job) }
    }
  }

  /// Runs a job, and all that follow from it.
  private static func runAll(_ first: sluice_event) {
    var event = unsafe first
    while unsafe event.context != nil { unsafe event = unsafe running(event) }
  }

  private static func sample(_ kind: sluice_sample_kind, _ object: UnsafeRawPointer?, bytes: Int) {
    // The callers pass objects that live, and no more bytes than these have.
    unsafe sluice_sample(kind, object, bytes)
  }

  private static var taskBytes: Int { Int(sluice_layout_in_use().task_bytes) }

  /// A task from its creation to its end.
  private static func sampleTask() {
    sluice_sample_creation(SLUICE_PLAIN_CREATION)
    var task: Task<Void, Never>?
    let event = unsafe caught { task = Task { sluice_sample_task(SLUICE_PLAIN_TASK) } }
    unsafe sample(SLUICE_ENQUEUED_TASK, event.context, bytes: taskBytes)
    let address = unsafe event.context
    unsafe runAll(event)
    withExtendedLifetime(task) {
      // The task is complete, and still referred to.
      unsafe sample(SLUICE_COMPLETE_TASK, address, bytes: taskBytes)
    }
  }

  /// A task that waits for ever: the proofs follow its contexts.
  private static func sampleWaitingTask() {
    let event = unsafe caught { Task { await waitForEver() } }
    let address = unsafe event.context
    unsafe runAll(event)
    unsafe sample(SLUICE_WAITING_TASK, address, bytes: taskBytes)
  }

  private static let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)

  @inline(never)
  private static func waitForEver() async {
    // The continuation is kept and never resumed, so that the task is neither.
    await withCheckedContinuation { continuation in
      waiting.withLock { waiting in waiting = continuation }
    }
    waiting.withLock { waiting in waiting = nil }
  }

  /// The four ways to create a task.
  ///
  /// A caught job is run once, before the next is caught.
  private static func sampleCreations() {
    sluice_sample_creation(SLUICE_DETACHED_CREATION)
    unsafe runAll(caught { Task.detached {} })
    sluice_sample_creation(SLUICE_IMMEDIATE_CREATION)
    unsafe runAll(caught { _ = Task.immediate {} })
    let event = unsafe caught {
      Task {
        await withTaskGroup(of: Void.self) { group in
          sluice_sample_creation(SLUICE_CHILD_CREATION)
          group.addTask {}
          await group.next()
        }
      }
    }
    unsafe runAll(event)
  }

  /// The first task gives its actor up for another one while the second waits.
  private static func sampleActor() {
    let other = Other()
    let job = unsafe caught {
      Task { @Stage in await other.enter() }
    }
    let address = unsafe UnsafeRawPointer(Unmanaged.passUnretained(Stage.shared).toOpaque())
    unsafe sample(SLUICE_ACTOR_JOB, job.context, bytes: actorJobBytes)
    unsafe sample(SLUICE_ENTERED_ACTOR, address, bytes: actorBytes)
    // It enqueues no job: the actor has one.
    _ = unsafe caught { Task { @Stage in sluice_sample_task(SLUICE_SECOND_ACTOR_TASK) } }
    let left = unsafe running(job)
    unsafe sample(SLUICE_LEFT_ACTOR, address, bytes: actorBytes)
    unsafe runAll(left)
  }

  /// The child of an asynchronous binding.
  ///
  /// A caught job is run once, before the next is caught.
  private static func sampleLet() {
    let event = unsafe caught {
      Task {
        async let child: Void = sluice_sample_task(SLUICE_LET_TASK)
        await child
      }
    }
    unsafe runAll(event)
  }

  /// A sleep whose timer is fired at once, by a call.
  ///
  /// A caught job is run once, before the next is caught.
  private static func sampleSleep() {
    let sleeping = unsafe caught {
      Task { try? await Task.sleep(for: .seconds(1), tolerance: .seconds(1)) }
    }
    unsafe runAll(sleeping)
    unsafe runAll(caught { sluice_sample_sleep() })
  }

  /// A mutex before and while it is held.
  private static func sampleMutex() {
    let mutex = Mutex(0)
    // A mutex stays where it is, so the pointer is to its own memory, of which one word is read.
    unsafe withUnsafePointer(to: mutex) { address in
      let bytes = MemoryLayout<UInt32>.size
      unsafe sample(SLUICE_FREE_SWIFT_MUTEX, address, bytes: bytes)
      mutex.withLock { _ in unsafe sample(SLUICE_HELD_SWIFT_MUTEX, address, bytes: bytes) }
    }
  }

  /// What it does must not be seen by the optimizer, which would leave out the way to the actor.
  private actor Other {
    @inline(never)
    func enter() { sluice_sample_task(SLUICE_FIRST_ACTOR_TASK) }
  }
}

/// Where two of the sampled tasks begin.
@globalActor
private actor Stage {
  static let shared = Stage()
}
