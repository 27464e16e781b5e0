// The rows of the table: what may pass through a door, and how a program finds out whether it does.
//
// A row is `yes` if its body ran on the thread that the door runs its jobs on, and of a row that
// sleeps, if in addition the sleep took no real time: a simulation could have decided when.
import Dispatch
import Foundation

/// Something that goes on where its caller runs, so that a row stays on the executor it starts on.
typealias Operation = nonisolated(nonsending) @Sendable () async -> Void

/// One of the ways to get hold of jobs.
protocol Door: AnyObject, Sendable {
  static var name: String { get }
  /// What the door runs its jobs on.
  var lane: Lane { get }
  /// Runs an operation as close to the door as it can be started.
  func start(_ operation: @escaping Operation)
  /// Begins to count anew what comes in.
  func reset()
  /// How many jobs have come in since.
  var count: Int { get }
  /// The same, and more, in words.
  func counted() -> String
  /// An actor with a custom executor: the door's own if the door is one.
  var customActor: CustomActor { get }
}

/// A thread that runs the given work, one item at a time, in order.
///
/// Sendable: the work and its count are guarded by the condition, and the thread is set by `init`.
final class Lane: @unchecked Sendable {
  private let condition = NSCondition()
  private var work: [() -> Void] = []
  private var thread: Thread?
  private(set) var count = 0
  var isCurrent: Bool { Thread.current === thread }

  init(_ name: String) {
    let thread = Thread { [unowned self] in
      while true { next()() }
    }
    thread.name = name
    self.thread = thread
    thread.start()
  }

  func add(_ item: @escaping () -> Void) {
    condition.lock()
    count += 1
    work.append(item)
    condition.signal()
    condition.unlock()
  }

  func resetCount() {
    condition.lock()
    count = 0
    condition.unlock()
  }

  private func next() -> () -> Void {
    condition.lock()
    defer { condition.unlock() }
    while work.isEmpty { condition.wait() }
    return work.removeFirst()
  }
}

/// A serial executor with a thread of its own.
final class LaneExecutor: SerialExecutor {
  let lane: Lane
  init(_ lane: Lane) { self.lane = lane }
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lane.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// A task executor with a thread of its own.
final class LaneTaskExecutor: TaskExecutor {
  let lane: Lane
  init(_ lane: Lane) { self.lane = lane }
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lane.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

actor CustomActor {
  private let executor: LaneExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  init(_ executor: LaneExecutor) { self.executor = executor }
  func call(_ body: @Sendable () -> Void) { body() }
}

actor PlainActor {
  private var calls = 0
  func call(_ body: @Sendable () -> Void) {
    calls += 1
    body()
  }
  /// Makes a task that begins on this actor, which is a job of the actor.
  func spawn(_ body: @escaping @Sendable () -> Void) {
    Task { self.call(body) }
  }
}

/// Notes of a row.
///
/// Sendable: the body writes before it signals the semaphore, and the driver reads after that.
final class Probe: @unchecked Sendable {
  let door: any Door
  private let done = DispatchSemaphore(value: 0)
  private(set) var ranOnDoor = false
  private(set) var counted = ""
  private(set) var count = 0
  private(set) var seconds = 0.0
  /// Why the row is not taken, even on the right thread.
  private var reason: String?
  private var began = DispatchTime.now()

  init(_ door: any Door) { self.door = door }

  /// The operation begins: what has come in so far does not count.
  func begin() {
    door.reset()
    began = .now()
  }

  /// The row's body runs here.
  func mark() {
    seconds = Double(DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds) / 1e9
    ranOnDoor = door.lane.isCurrent
    count = door.count
    counted = door.counted()
    done.signal()
  }

  /// Has the row be answered with `no` if something is the case, and say why.
  func refuse(if isWrong: Bool, _ reason: String) {
    if isWrong { self.reason = reason }
  }

  var refusal: String? { reason }

  /// Runs the row's body for code that says that it is on the main actor.
  nonisolated func markAssuming() { MainActor.assumeIsolated { mark() } }

  func wait() -> Bool { done.wait(timeout: .now() + 3) == .success }
}

/// Waits as synchronous code does that an async function calls.
private func waitWithoutSuspending(_ semaphore: DispatchSemaphore) { semaphore.wait() }

struct Row {
  let name: String
  var sleeps = false
  /// How many jobs must have come in, where the thread alone doesn't tell.
  var jobs = 0
  let body: nonisolated(nonsending) @Sendable (Probe) async -> Void

  static let sleep = Duration.milliseconds(400)

  static let all: [Row] = [
    Row(name: "global-executor job (Task)") { probe in
      probe.begin()
      Task { probe.mark() }
    },
    Row(name: "main-actor job") { probe in
      probe.begin()
      Task { @MainActor in probe.mark() }
    },
    Row(name: "main-actor call (MainActor.run)") { probe in
      probe.begin()
      await MainActor.run { probe.mark() }
    },
    Row(name: "MainActor.assumeIsolated in a main-actor job") { probe in
      probe.begin()
      Task { @MainActor in probe.markAssuming() }
    },
    Row(name: "Task.sleep(for:)", sleeps: true) { probe in
      probe.begin()
      try? await Task.sleep(for: sleep)
      probe.mark()
    },
    Row(name: "Task.sleep(for:tolerance:)", sleeps: true) { probe in
      probe.begin()
      try? await Task.sleep(for: sleep, tolerance: .milliseconds(1))
      probe.mark()
    },
    Row(name: "ContinuousClock().sleep(until:)", sleeps: true) { probe in
      probe.begin()
      let clock = ContinuousClock()
      try? await clock.sleep(until: clock.now + sleep)
      probe.mark()
    },
    Row(name: "Task.sleep(nanoseconds:)", sleeps: true) { probe in
      probe.begin()
      try? await Task.sleep(nanoseconds: 400_000_000)
      probe.mark()
    },
    Row(name: "ContinuousClock.now across a sleep", sleeps: true) { probe in
      probe.begin()
      let before = ContinuousClock.now
      try? await Task.sleep(for: sleep)
      let isBehind = ContinuousClock.now - before < sleep
      probe.refuse(if: isBehind, "the clock does not know of the sleep")
      probe.mark()
    },
    Row(name: "default-actor job (Task in the actor)") { probe in
      let actor = PlainActor()
      probe.begin()
      await actor.spawn { probe.mark() }
    },
    Row(name: "default-actor call (actor is idle)") { probe in
      let actor = PlainActor()
      probe.begin()
      await actor.call { probe.mark() }
    },
    Row(name: "custom-executor actor") { probe in
      probe.begin()
      await probe.door.customActor.call { probe.mark() }
    },
    Row(name: "Task.detached") { probe in
      probe.begin()
      Task.detached { probe.mark() }
    },
    Row(name: "async let") { probe in
      probe.begin()
      async let child: Void = probe.mark()
      await child
    },
    Row(name: "task group child") { probe in
      probe.begin()
      await withTaskGroup(of: Void.self) { group in group.addTask { probe.mark() } }
    },
    // A yield has a job of its own, which resumes the task. If that runs elsewhere, the task may
    // find itself resumed before it was suspended, and stay where it is.
    Row(name: "Task.yield, 20 times", jobs: 40) { probe in
      probe.begin()
      for _ in 0..<20 { await Task.yield() }
      probe.mark()
    },
    Row(name: "AsyncStream resumed by a thread") { probe in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Thread.detachNewThread {
        usleep(50_000)
        probe.begin()
        continuation.yield(1)
      }
      var iterator = stream.makeAsyncIterator()
      _ = await iterator.next()
      probe.mark()
    },
    Row(name: "block on DispatchQueue.global()") { probe in
      probe.begin()
      DispatchQueue.global().async { probe.mark() }
    },
    Row(name: "block on DispatchQueue.main") { probe in
      probe.begin()
      DispatchQueue.main.async { probe.mark() }
    },
    Row(name: "DispatchQueue.asyncAfter", sleeps: true) { probe in
      probe.begin()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.4) { probe.mark() }
    },
    // The last one: a door's thread that waits for a job of the same door never comes back.
    Row(name: "blocking wait for a child task") { probe in
      let semaphore = DispatchSemaphore(value: 0)
      probe.begin()
      async let child: Void = {
        probe.refuse(if: !probe.door.lane.isCurrent, "the child runs elsewhere")
        semaphore.signal()
      }()
      waitWithoutSuspending(semaphore)
      probe.mark()
      await child
    },
  ]

  func line(_ door: any Door) -> String {
    let probe = Probe(door)
    door.start { await body(probe) }
    let isDone = probe.wait()
    // The end of the operation may still enqueue jobs, which the next row must not count.
    usleep(30_000)
    let prefix = "\(name) \(type(of: door).name)"
    guard isDone else { return "\(prefix): hung (the body did not run in 3 s)" }
    let isTaken =
      probe.ranOnDoor && probe.count >= jobs && (!sleeps || probe.seconds < 0.3)
      && probe.refusal == nil
    var detail = probe.ranOnDoor ? "runs on the door's thread" : "runs elsewhere"
    if let refusal = probe.refusal { detail += ", \(refusal)" }
    if sleeps { detail += probe.seconds < 0.3 ? ", no real time" : ", sleeps in real time" }
    return "\(prefix): \(isTaken ? "yes" : "no") (\(detail); \(probe.counted))"
  }
}

/// Runs the rows on a thread of their own, while the main thread serves the main queue.
func runRows(_ door: any Door, serveMain: () -> Never = { dispatchMain() }) -> Never {
  // A door may have to be in place before the process uses concurrency at all.
  Thread.detachNewThread {
    for row in Row.all { FileHandle.standardOutput.write(Data((row.line(door) + "\n").utf8)) }
    exit(0)
  }
  serveMain()
}
