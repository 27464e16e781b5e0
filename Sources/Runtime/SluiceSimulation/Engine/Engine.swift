internal import CSimulationRuntime

/// The heart of a simulation: ready events, timers, tasks and the virtual time.
///
/// Confined to the simulation thread, but for the mailbox. Its record is what the C library knows
/// of it: allocated here, registered in `init`, unregistered before it is freed in `deinit`, so
/// that the library's pointers to record and engine are valid as long as it can follow them.
@safe final class Engine {
  let record: UnsafeMutablePointer<sluice_simulation>
  let limits: Simulation.Limits
  let mailbox = Mailbox()

  var labels = LabelTable()
  var tasks = TaskList()
  var timers = TimerHeap()
  var scheduler: any Scheduler
  var observer: ((TraceEntry) -> Void)?
  /// What is noted of each task when it is made, and of the first escape.
  var makingNote: (() -> Int)?
  private(set) var history = EventHistory()
  /// The public face, which owns this engine.
  unowned var simulation: Simulation?
  var isEnded = false
  private(set) var step = 0
  var escapes: [Escape] = []
  /// The step in which the first of them came; nil while there is none.
  var escapeStep: Int?
  /// What was noted when it came.
  var escapeNote: Int?
  /// How many of the last escapes the script has not been told of.
  var unreportedEscapes = 0
  /// Whether anything of the run follows from the scheduler's random numbers.
  var hasDrawnRandomness = false

  var ready: ReadyQueue
  /// Told every now and then that events run.
  var signOfLife: (() -> Void)?
  /// The step after which it is told next.
  private var nextSign = Int.max
  /// The jobs of tasks that serve the whole process, which run before anything else does.
  private var services: [Event] = []
  /// Whether there was any.
  private(set) var hasServed = false
  /// How many interrupting events are ready or wait for their time.
  var interruptingCount = 0
  /// The step at which a call was last offered to what may fall into it, and how often it was then.
  var lastOffer = (step: -1, count: 0)
  private var lastLane: UInt = 0
  private var timerNumber: UInt64 = 0
  private var readyNumber: UInt64 = 0
  let isFirstInFirstOut: Bool
  /// What a search wants to be told of every step; nil if it is no search that chooses.
  let course: RunCourse?
  private var hasBegun = false
  var isRunning = false
  /// Which event of its label the running one is.
  var currentOrdinal: UInt32 = 0
  /// In whose name what is running may act.
  var provenance = Provenance.script
  /// What waits inside events, and what waits for it.
  var waiting = Waiting()
  /// Who runs events for a script, and what the script wants of them.
  var driving = Driving()
  /// The step at which the script wants the run to stop.
  var stepLimit: Int

  init(scheduler: any Scheduler, limits: Simulation.Limits) {
    self.scheduler = scheduler
    self.limits = limits
    stepLimit = limits.steps
    isFirstInFirstOut = scheduler is FirstInFirstOut
    ready = ReadyQueue(isFirstInFirstOut: isFirstInFirstOut)
    course = (scheduler as? any CourseFollower)?.course
    // One record, allocated, initialised and only then made known. The engine is not retained by
    // it: it unregisters the record before it is gone.
    unsafe record = .allocate(capacity: 1)
    unsafe record.initialize(
      to: sluice_simulation(
        identifier: sluice_next_identifier(), label: LabelTable.script, label_of_spawn: 0,
        now: 0, owner: Unmanaged.passUnretained(self).toOpaque(),
        ready: Engine.onReady, serve: Engine.onServe, timer: Engine.onTimer,
        created: Engine.onCreated, completed: Engine.onCompleted, released_tasks: 0,
        has_immediate_tasks: false, escaped: Engine.onEscaped,
        shared: Engine.onShared, emptied: Engine.onEmptied,
        block: Engine.onBlock, wake: Engine.onWake, signal: Engine.onSignal,
        watch: Engine.onWatch, is_free: Engine.onIsFree, forget: Engine.onForget,
        substitute: Engine.onSubstitute,
        has_stopped_queues: false, needs_attention: false, has_used_queues: false,
        outsiders: 0, outsider_label: 0, is_in_event: false, base: nil, timers: nil,
        random: Engine.onRandom, thread: Engine.onThread, source: Engine.onSource, next: nil))
    // In place until `close` unregisters it, as the library demands.
    unsafe sluice_register(record)
  }

  deinit {
    if !isEnded { close() }
    // Unregistered by now, so that nobody follows the pointer any more.
    unsafe record.deallocate()
  }

  // Here and below: the record lives as long as the engine, and on the simulation thread, to which
  // the engine is confined, nobody else touches its fields.
  var now: Instant { Instant(nanoseconds: unsafe record.pointee.now) }
  var readyCount: Int { ready.count }

  // The record's, as above.
  var currentLabel: UInt32 {
    @inline(__always) get { unsafe record.pointee.label }
    @inline(__always) set { unsafe record.pointee.label = newValue }
  }

  /// Returns a lane that no other events have.
  func makeLane() -> UInt {
    // The lowest bit is not set: nothing shares it.
    lastLane += 2
    return lastLane
  }

  // MARK: Taking events in

  @inline(__always)
  func addReady(_ event: Event) {
    var event = event
    event.ordinal = labels.nextOrdinal(of: event.label)
    event.origin = provenance.origin(of: event, step: step)
    course?.make(event, of: self)
    enqueue(event)
  }

  /// Appends an event to the ready ones, and numbers it after all that became ready before.
  @inline(__always)
  func enqueue(_ event: Event) {
    var event = event
    event.number = readyNumber
    readyNumber += 1
    ready.append(event)
  }

  @inline(__always)
  func addTimer(_ event: Event, deadline: Int64) {
    guard deadline > now.nanoseconds else { return addReady(event) }
    var event = event
    event.ordinal = labels.nextOrdinal(of: event.label)
    event.origin = provenance.origin(of: event, step: step)
    course?.make(event, of: self)
    event.number = timerNumber
    timerNumber += 1
    timers.insert(event, deadline: deadline)
  }

  /// Takes in a job of a task that serves the whole process.
  func addService(_ event: Event) {
    var event = event
    event.origin = provenance.origin(of: event, step: step)
    hasServed = true
    services.append(event)
  }

  /// Takes out one of these jobs, if there is any.
  func takeService() -> Event? { services.isEmpty ? nil : services.removeFirst() }

  // MARK: Running events

  /// Runs what is ready at this instant, until nothing is or a limit is reached.
  func settle(stepLimit: Int) -> Halt? {
    precondition(!isRunning, "a simulation is driven by its script, not by one of its own events")
    beginOnce()
    self.stepLimit = stepLimit
    if driving.mode == .apart { return drive(Driving.Request()) }
    while true {
      // A thread's creation before anything that the thread does: it is the same in every run.
      if unreportedEscapes > 0 { return reportEscapes() }
      if mailbox.hasMail {
        openMailbox()
        return reportEscapes()
      }
      if needsAttention { attend() }
      if !services.isEmpty { serveBetweenEvents() }
      guard ready.count > 0 || moveDueTimers() else {
        if letGoOfTimerSources() { continue }
        course?.rest()
        return nil
      }
      guard step < stepLimit else { return .overLimit(.steps(stepLimit)) }
      runNext()
    }
  }

  /// Runs the next event that is ready.
  @inline(__always)
  func runNext() {
    if step >= nextSign { giveSignOfLife() }
    run(chooseNext())
  }

  /// Has somebody told every now and then that events run.
  func giveSigns(_ sign: (() -> Void)?) {
    signOfLife = sign
    nextSign = sign == nil ? .max : step + Self.stepsBetweenSigns
  }

  private static let stepsBetweenSigns = 1_024

  private func giveSignOfLife() {
    nextSign = step + Self.stepsBetweenSigns
    signOfLife?()
  }

  /// Tells the scheduler that the run begins, before it is asked anything.
  func beginOnce() {
    guard !hasBegun else { return }
    hasBegun = true
    scheduler.begin()
  }

  @inline(__always)
  func chooseNext() -> Event {
    if isFirstInFirstOut || ready.count == 1, let event = ready.popFirst() {
      return event
    }
    guard ready.frontCount > 1 else { return ready.remove(at: 0) }
    let choice = scheduler.choose(from: ReadyEvents(engine: self, isInsideCall: false))
    precondition(
      choice >= 0 && choice < ready.frontCount, "the scheduler chose an event that is not ready")
    return ready.remove(at: choice)
  }

  @inline(__always)
  func run(_ event: Event) {
    if event.lane == Lane.interrupting { interruptingCount -= 1 }
    begin(.event, event)
    isRunning = true
    isInEvent = true
    Self.runInItsFrames(event)
    if !services.isEmpty { serve() }
    isInEvent = false
    isRunning = false
    if let course { endStep(of: course) }
    currentLabel = LabelTable.script
    provenance = .script
  }

  /// Runs the jobs of tasks that serve the whole process, as a part of the event that enqueued
  /// them: a run has the same events whether it is the first to need such a task or a later one.
  private func serve() {
    let outer = (label: currentLabel, provenance: provenance)
    while !services.isEmpty {
      let event = services.removeFirst()
      currentLabel = event.label
      provenance = Provenance(origin: event.origin, task: event.task)
      event.run()
    }
    currentLabel = outer.label
    provenance = outer.provenance
  }

  /// Runs those that the script itself, or another thread, has given work.
  func serveBetweenEvents() {
    guard !services.isEmpty else { return }
    isRunning = true
    isInEvent = true
    serve()
    isInEvent = false
    isRunning = false
  }

  /// Runs an event inside the one that is running, or inside a stimulus.
  func runNested(_ event: Event) {
    let outer = (label: currentLabel, provenance: provenance)
    begin(.nested, event)
    Self.runInItsFrames(event)
    currentLabel = outer.label
    provenance = outer.provenance
  }

  @inline(__always)
  private func begin(_ kind: RunCourse.Kind, _ event: Event) {
    let task = event.task
    begin(label: event.label, ordinal: event.ordinal, task: task)
    provenance = Provenance(of: event, task: task, step: step)
    course?.begin(
      kind, label: event.label, ordinal: event.ordinal, isAction: event.isAction, of: self)
  }

  /// Goes on with the event that is running as another one, which is a step of its own.
  func goOn(as event: Event) {
    if let course { endStep(of: course) }
    begin(.event, event)
  }

  /// Counts a step and tells the observer of it, before anything of the event happens.
  @inline(__always)
  private func begin(label: UInt32, ordinal: UInt32, task: UInt = 0) {
    step += 1
    currentLabel = label
    currentOrdinal = ordinal
    history.append(task: task, label: label, ordinal: ordinal, instant: now.nanoseconds)
    guard let observer else { return }
    let name = EventName(label: labels.name(of: label), ordinal: Int(ordinal))
    observer(TraceEntry(step: step, instant: now, event: name))
  }

  /// Runs an action of the script as one event, right now.
  func stimulate<Result, Failure: Error>(
    _ label: UInt32, _ action: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = (label: currentLabel, provenance: provenance, isInEvent: isInEvent)
    let isNested = isRunning
    let ordinal = labels.nextOrdinal(of: label)
    begin(label: label, ordinal: ordinal)
    provenance = Provenance(action: label, step: step)
    course?.begin(
      isNested ? .nested : .stimulus, label: label, ordinal: ordinal, isAction: true, of: self)
    isInEvent = true
    defer {
      if !isNested, !services.isEmpty { serve() }
      currentLabel = outer.label
      provenance = outer.provenance
      isInEvent = outer.isInEvent
      if !isNested, let course { endStep(of: course) }
    }
    return try Self.outsideFrames(action)
  }
}
