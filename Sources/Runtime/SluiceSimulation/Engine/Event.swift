internal import CSimulationRuntime

/// One thing that can run next: a job of the runtime, a block, or an ``Action``.
///
/// Plain data, so that queueing one allocates nothing. Its pointers are never followed here: they
/// go back to the C library, once, when the event is run or discarded by the queue that held it,
/// which makes handling an event safe.
@safe struct Event {
  private var raw: sluice_event

  @inline(__always)
  init(_ raw: sluice_event) {
    // A copy of plain data: only its pointers are unsafe, and they are not followed.
    unsafe self.raw = raw
  }

  /// The label, as ``LabelTable`` numbers it.
  var label: UInt32 {
    @inline(__always) get { unsafe raw.label }
    @inline(__always) set { unsafe raw.label = newValue }
  }

  /// What keeps its order: events of the same lane run as they became ready; 0 is none.
  var lane: UInt { unsafe raw.lane }

  /// Which event of its label it is; the first is 1.
  var ordinal: UInt32 {
    @inline(__always) get { unsafe raw.ordinal }
    @inline(__always) set { unsafe raw.ordinal = newValue }
  }

  /// Its place in the order in which timers were made or, once it is ready, events became ready.
  var number: UInt64 {
    @inline(__always) get { unsafe raw.number }
    @inline(__always) set { unsafe raw.number = newValue }
  }

  /// What has it run, as far as it is known when it is enqueued.
  var origin: Origin {
    @inline(__always) get {
      unsafe Origin(
        label: raw.origin, step: raw.origin_step, task: raw.origin_task,
        outerTask: raw.origin_outer_task, isShared: raw.is_origin_shared)
    }
    @inline(__always) set {
      unsafe raw.origin = newValue.label
      unsafe raw.origin_step = newValue.step
      unsafe raw.origin_task = newValue.task
      unsafe raw.origin_outer_task = newValue.outerTask
      unsafe raw.is_origin_shared = newValue.isShared
    }
  }

  /// What its work has to do with what enqueues it: one of the C library's words.
  var standing: Int { unsafe Int(raw.standing) }

  /// The address of the task that it runs first, if it runs one, else 0.
  @inline(__always)
  var task: UInt { unsafe withRaw { raw in UInt(bitPattern: unsafe sluice_event_task(raw)) } }

  /// Whether it is a task's own job.
  var isTask: Bool { unsafe withRaw { raw in unsafe sluice_event_is_task(raw) } }

  /// Whether it is a job of the concurrency runtime.
  var isJob: Bool { unsafe withRaw { raw in unsafe sluice_event_is_job(raw) } }

  /// Whether it is for a queue.
  var hasQueue: Bool {
    // The address alone is looked at.
    unsafe raw.queue != nil
  }

  /// Whether it is for a queue that is suspended or not yet active.
  var isStopped: Bool { unsafe withRaw { raw in unsafe sluice_event_is_stopped(raw) } }

  /// Whether what a thread is doing excludes it.
  ///
  /// The frames are those of the calling thread, or of one that waits, so they stand still.
  func isExcluded(by frames: UnsafePointer<sluice_frame>?) -> Bool {
    unsafe withRaw { raw in unsafe sluice_event_is_excluded(raw, frames) }
  }

  /// Whether it was made with a context.
  func hasContext(_ context: UnsafeMutableRawPointer) -> Bool {
    // The addresses alone are compared.
    unsafe raw.context == context
  }

  /// Whether it is a job that an executor outside the simulation had taken.
  var isHandedBack: Bool { unsafe withRaw { raw in unsafe sluice_event_is_handed_back(raw) } }

  /// Whether it is a script's or a fake's, so that its label says what it does.
  var isAction: Bool { unsafe Action.isAction(raw) }

  /// Runs it on the calling thread.
  @inline(__always)
  func run() {
    unsafe withRaw { raw in unsafe sluice_event_run(raw) }
  }

  /// Runs it, a ``Carrier``'s job, on the calling thread.
  func runAsCarrier(for simulation: UnsafeMutablePointer<sluice_simulation>) {
    unsafe withRaw { raw in unsafe sluice_carrier_run(raw, simulation) }
  }

  /// Releases what it holds without running it.
  func discard() {
    if unsafe !Action.discard(raw) { unsafe withRaw { raw in unsafe sluice_event_discard(raw) } }
  }

  @inline(__always)
  private func withRaw<Result>(_ body: (UnsafePointer<sluice_event>) -> Result) -> Result {
    // The pointer is valid during the call, and the library's functions keep none.
    unsafe withUnsafePointer(to: raw, body)
  }
}

/// A closure as an event: made by a script or a fake, run once on the simulation thread.
final class Action {
  private let body: () -> Void

  private init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Returns an event that owns the closure until it is run or discarded.
  static func event(
    label: UInt32, lane: UInt = 0, onMainQueue: Bool = false, _ body: @escaping () -> Void
  ) -> Event {
    unsafe Event(
      sluice_event(
        function: run, context: Unmanaged.passRetained(Action(body)).toOpaque(), release: nil,
        queue: onMainQueue ? sluice_main_queue() : nil,
        lane: onMainQueue ? UInt(bitPattern: sluice_main_queue()) : lane, number: 0, label: label,
        ordinal: 0, origin: 0, origin_step: 0, origin_task: 0, origin_outer_task: 0,
        is_origin_shared: false, standing: UInt8(SLUICE_CARRIES_ON)))
  }

  /// Whether an event was made here.
  static func isAction(_ event: sluice_event) -> Bool {
    // Addresses alone are compared.
    unsafe unsafeBitCast(event.function, to: UInt.self) == unsafeBitCast(run, to: UInt.self)
  }

  /// Releases the closure of an event made here; false if the event is not.
  static func discard(_ event: sluice_event) -> Bool {
    guard unsafe isAction(event), let context = unsafe event.context else { return false }
    unsafe Unmanaged<Action>.fromOpaque(context).release()
    return true
  }

  /// The context is the one retained reference that `event` made; it is consumed here.
  private static let run: @convention(c) (UnsafeMutableRawPointer) -> Void = { context in
    unsafe Unmanaged<Action>.fromOpaque(context).takeRetainedValue().body()
  }
}

/// What keeps the order of events: a queue's address, a number of the engine's, or one of these.
enum Lane {
  /// Events that keep no order.
  static let none: UInt = 0
  /// Events that keep no order and may fall into a backend's call.
  ///
  /// No queue is at this address.
  static let interrupting = UInt.max

  /// Whether events of a lane share it with each other, as what is put on a concurrent queue does.
  private static let sharing: UInt = 1

  /// Whether events of a lane keep an order with others; those of none are never kept back.
  @inline(__always)
  static func keepsOrder(_ lane: UInt) -> Bool { lane != none && lane != interrupting }

  /// Whether events of a lane share it with each other.
  static func isShared(_ lane: UInt) -> Bool { lane & sharing != 0 }

  /// What those have in common of whom some must run in their order; nil for a lane without one.
  static func queue(of lane: UInt) -> UInt? {
    keepsOrder(lane) ? lane | sharing : nil
  }

  /// Whether two events must run in their order.
  static func conflict(_ one: UInt, _ other: UInt) -> Bool {
    guard one | sharing == other | sharing, keepsOrder(one) else { return false }
    return one & sharing == 0 || other & sharing == 0
  }
}
