/// A running worker: the process, the descriptors to and from it, and what it said so far.
///
/// It is killed, with everything it started, when its owner lets go of it.
struct WorkerProcess: ~Copyable {
  /// What became of a request.
  enum Reply {
    case answered(String, CapturedOutput)
    case died(WorkerDeath)
    /// The worker came to an end before it began on this request, having answered others or been
    /// kept waiting for the first: the request is untouched, and another worker can be given it.
    case spent(WorkerDeath)
    /// The machine did not let it run for so long.
    case starved(Duration)
    /// Nothing is to be waited for any more.
    case stopped
  }

  private let supervision: Supervision
  /// Where it writes what it is at; nil where the system has no memory to share, and it sends
  /// lines.
  private let board: ProgressBoard?
  private var child: ChildProcess
  private var requests: Descriptor?
  private let answers: Descriptor
  private var standardOutput: OutputCapture
  private var standardError: OutputCapture
  private var conversation = WorkerConversation()
  private var lines: LineBuffer
  private var unsent: ArraySlice<UInt8> = []
  /// Where the worker is in a request that it does not come back from.
  private var location = WorkerDeath.Location()
  /// When it was asked what it is at, since its last sign of life.
  private var question: Duration?
  private var isLocated = false
  /// How often it was asked since then, and whether when its patience was over.
  private var questions = 0
  private var isLastQuestion = false
  /// The board's signs of life when it was last looked at.
  private var signs: UInt64 = 0
  /// How many bytes it had printed then.
  private var printed = 0
  /// What it is started by.
  private let executable: String

  private init(
    _ child: consuming ChildProcess, requests: consuming Descriptor, answers: consuming Descriptor,
    standardOutput: consuming OutputCapture, standardError: consuming OutputCapture,
    board: ProgressBoard?, executable: String, _ supervision: Supervision
  ) {
    self.board = board
    self.executable = executable
    self.child = child
    self.requests = consume requests
    self.answers = answers
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.supervision = supervision
    lines = LineBuffer(limit: supervision.limits.lineBytes)
  }

  private var limits: WorkerLimits { supervision.limits }
  private var clock: any WatchdogClock { supervision.clock }
  /// How long at most to sleep: less where a hang may be known soon.
  private var glance: Duration {
    supervision.knownHangs.areWellKnown ? limits.glance / 4 : limits.glance
  }

  /// Starts a worker, which gets ready while nobody waits for it.
  ///
  /// - Throws: `WorkerError` if it can't be started.
  static func start(
    _ command: WorkerCommand, _ supervision: Supervision
  ) throws(WorkerError) -> WorkerProcess {
    if supervision.isStopped() { throw .stopped }
    let limits = supervision.limits
    let requests = try DescriptorPair()
    let answers = try DescriptorPair()
    let output = try DescriptorPair()
    let errors = try DescriptorPair()
    let board = ProgressBoard()
    let ends = [
      nil, output.writing.number, errors.writing.number, requests.reading.number,
      answers.writing.number,
    ]
    let child = try ChildProcess.start(
      command, descriptors: ends + (board?.descriptor.map { number in [number] } ?? []))
    requests.writing.stopBlocking()
    answers.reading.stopBlocking()
    return WorkerProcess(
      child, requests: requests.takeWriting(), answers: answers.takeReading(),
      standardOutput: OutputCapture(output.takeReading(), limits: limits),
      standardError: OutputCapture(errors.takeReading(), limits: limits),
      board: board, executable: command.executable, supervision)
  }

  /// Waits until it is ready, if it was not yet.
  ///
  /// - Throws: `WorkerError` if it ends before it is ready, or is not to be waited for.
  mutating func awaitReadiness() throws(WorkerError) {
    guard conversation.state == .starting else { return }
    switch listen() {
    case .said: break
    case .ended(let cause): throw .notReady(executable: executable, death: death(cause))
    case .starved(let time): throw .starved(time)
    case .stopped: throw .stopped
    }
    // What the program printed while it started is no case's output.
    _ = takeOutput()
  }

  /// Hands over a request and waits until it is answered or the worker is dead; it has to be ready.
  ///
  /// - Parameters:
  ///   - number: The request's number.
  ///   - request: The request.
  ///   - hasWaited: Whether time may have passed since it was ready, so that its end may have
  ///     nothing to do with the request though it is the first.
  /// - Returns: What became of it.
  mutating func ask(_ number: Int, _ request: String, hasWaited: Bool) -> Reply {
    DetachedProcesses.reapAdopted()
    conversation.ask(number)
    unsent = WorkerLine.request(number, request).bytes[...]
    switch listen() {
    case .said(let answer):
      return .answered(answer, takeOutput())
    case .ended(let cause):
      let isSpent = conversation.isSpent || (hasWaited && !conversation.hasBegun)
      return isSpent ? .spent(death(cause)) : .died(death(cause))
    case .starved(let time):
      return .starved(time)
    case .stopped:
      return .stopped
    }
  }

  /// Lets the worker end by itself, which it does when no request can come any more.
  ///
  /// - Returns: Its death, if that was not the ordinary one of a worker that has nothing to do.
  mutating func dismiss() -> WorkerDeath? {
    requests = nil
    guard let cause = awaitEnd() else { return nil }
    if let line = unaskedLine() { return death(.incoherent(line: line)) }
    return cause == .exited(code: 0) ? nil : death(cause)
  }

  /// A line behind the last answer.
  private mutating func unaskedLine() -> String? {
    _ = readAnswers()
    while let line = lines.next() {
      if case .incoherent(let line) = conversation.hear(line) { return line }
    }
    return nil
  }

  /// Waits until the worker is gone, though it may yet be asked; or for so long.
  mutating func linger(atMost patience: Duration) {
    let start = clock.reading
    while !child.hasEnded, !supervision.isStopped(), clock.reading - start < patience {
      _ = child.reapThreads()
      takeIn(atMost: min(limits.glance, .milliseconds(10)))
    }
  }
}

extension WorkerProcess {
  private enum Heard {
    /// The worker is ready (nothing said), or has answered.
    case said(String)
    case ended(WorkerDeath.Cause)
    case starved(Duration)
    case stopped
  }

  /// Sends what is to be sent and reads whatever comes, until the worker is done, dead or hopeless.
  private mutating func listen() -> Heard {
    var watchdog = Watchdog(
      limit: limits.silence, longestGap: limits.glance * 2, now: clock.reading)
    signs = board?.signs ?? 0
    var isLineOpen = true
    var hasWaited = false
    forgetQuestions()
    while true {
      while let line = lines.next() {
        switch conversation.hear(line) {
        case .ready: return .said("")
        case .alive:
          watchdog.heard(at: clock.reading)
          forgetQuestions()
        case .located(let functions):
          location.functions = functions
          isLocated = true
          if isKnown(.functions(functions), after: watchdog.silence) { return .ended(.silentAgain) }
        case .answered(let answer): return .said(answer)
        case .incoherent(let line): return .ended(.incoherent(line: line))
        }
      }
      guard isLineOpen else { return awaitEnd().map { cause in .ended(cause) } ?? .stopped }
      if supervision.isStopped() { return .stopped }
      // Most answers come within the first wait, and looking costs more than they do.
      if hasWaited, let heard = judge(&watchdog) { return heard }
      wait(atMost: glance)
      hasWaited = true
      isLineOpen = readAnswers()
    }
  }

  /// Looks what the worker is at, and says what it comes to if it is hopeless.
  private mutating func judge(_ watchdog: inout Watchdog) -> Heard? {
    let now = clock.reading
    guard watchdog.sinceLook(at: now) >= glance else { return nil }
    if let signal = child.reapThreads(), Reaper.crashes.contains(signal) {
      return .ended(.signal(number: Int(signal), name: signalName(signal)))
    }
    if let board, board.signs != signs {
      signs = board.signs
      watchdog.heard(at: now)
      forgetQuestions()
      return nil
    }
    let isOver = conversation.request.map { number in board?.isOver(number) ?? false } ?? false
    var activity = clock.activity(ofProcess: child.identifier)
    // One that floods its standard streams waits for the supervisor to read.
    let printed = standardOutput.received + standardError.received
    if printed - self.printed >= limits.tailBytes { activity?.isWaiting = false }
    self.printed = printed
    watchdog.look(at: now, activity, isOver: isOver)
    // A worker that is asked runs, to answer.
    if question == nil { location.isBlocked = watchdog.isBlocked }
    let share = supervision.knownHangs.share(afterQuestions: questions)
    let isStopped = activity?.isStopped == true
    if let share, watchdog.silence * share >= limits.silence {
      ask(at: now)
      if isStopped, isKnown(.stopped, after: watchdog.silence) {
        return .ended(.silentAgain)
      }
    }
    guard watchdog.patience == .zero else {
      return watchdog.starvation(at: now).map { time in .starved(time) }
    }
    // What it tells now is what there is to be said of it; but some can't tell.
    if !isLastQuestion { ask(at: now) }
    isLastQuestion = true
    // Nothing comes of asking one that was stopped.
    let isHeardOut = isLocated || isStopped || now - (question ?? now) >= limits.location
    guard isHeardOut || !conversation.canBeLocated else { return nil }
    supervision.knownHangs.note(isStopped ? .stopped : .functions(location.functions))
    return .ended(.silent(limit: limits.silence))
  }

  /// Whether a worker hangs as others did, at a place where it was silent for so long; it is
  /// counted then.
  private func isKnown(_ place: KnownHangs.Place, after silence: Duration) -> Bool {
    let hangs = supervision.knownHangs
    guard hangs.isHang(at: place, silentFor: silence, of: limits.silence) else { return false }
    hangs.note(place)
    return true
  }

  /// Asks the worker where the present request is.
  private mutating func ask(at now: Duration) {
    question = now
    questions += 1
    isLocated = false
    if conversation.canBeLocated { _ = answers.send([UInt8(ascii: "?")]) }
  }

  private mutating func forgetQuestions() {
    location = WorkerDeath.Location()
    question = nil
    questions = 0
    isLastQuestion = false
  }

  /// Waits for anything to do, and does all of it but the reading of answers.
  private mutating func wait(atMost limit: Duration) {
    var readiness = Readiness()
    readiness.add(answers.number, .reading)
    standardOutput.await(in: &readiness)
    standardError.await(in: &readiness)
    if let number = requests?.number, !unsent.isEmpty { readiness.add(number, .writing) }
    readiness.wait(atMost: limit)
    standardOutput.read(atMost: limits.drainBytes)
    standardError.read(atMost: limits.drainBytes)
    send()
  }

  private mutating func send() {
    guard !unsent.isEmpty else { return }
    switch requests?.send(unsent) {
    case .wrote(let count): unsent.removeFirst(count)
    case .notYet: break
    // A worker that does not read is dead or dying: its answers, or their end, say which.
    case .closed, nil: unsent = []
    }
  }

  /// Reads answers, and returns false when there can't be any more of them.
  private mutating func readAnswers() -> Bool {
    // First whether it has ended, then what it wrote: not the other way round, or its last line is
    // lost.
    let hasEnded = child.hasEnded
    while true {
      switch answers.read(atMost: 64 << 10) {
      case .bytes(let bytes):
        lines.append(bytes)
        if !hasEnded { return true }
      case .notYet: return !hasEnded
      case .ended: return false
      }
    }
  }

  /// Waits until a worker is gone that has closed its line or was told to go; nil if nothing is to
  /// be waited for any more.
  private mutating func awaitEnd() -> WorkerDeath.Cause? {
    let start = clock.reading
    // Where the subject has executed another program, that never says when it is done.
    var watchdog = Watchdog(
      limit: min(limits.silence, limits.farewell), longestGap: limits.glance * 2, now: start)
    while !child.hasEnded, watchdog.patience > .zero, clock.reading - start < limits.farewell {
      if supervision.isStopped() { return nil }
      _ = child.reapThreads()
      takeIn(atMost: .milliseconds(2))
      guard watchdog.sinceLook(at: clock.reading) >= glance else { continue }
      watchdog.look(at: clock.reading, clock.activity(ofProcess: child.identifier))
      if requests != nil, isKnown(.lineClosed, after: watchdog.silence) { break }
    }
    guard child.hasEnded else {
      if requests != nil { supervision.knownHangs.note(.lineClosed) }
      return .vanished
    }
    return switch child.kill() {
    case .exited(let code): .exited(code: Int(code))
    case .signal(let number): .signal(number: Int(number), name: signalName(number))
    case .unknown: .vanished
    }
  }

  /// Waits for what the worker prints, and keeps it.
  private mutating func takeIn(atMost limit: Duration) {
    var readiness = Readiness()
    standardOutput.await(in: &readiness)
    standardError.await(in: &readiness)
    readiness.wait(atMost: limit)
    standardOutput.read(atMost: limits.tailBytes)
    standardError.read(atMost: limits.tailBytes)
  }

  /// Makes sure that the worker is dead, and collects what it leaves.
  private mutating func death(_ cause: WorkerDeath.Cause) -> WorkerDeath {
    _ = child.kill()
    let lastProgress =
      conversation.request.flatMap { number in board?.text(of: number) }
      ?? conversation.lastProgress
    var death = WorkerDeath(
      cause: cause, lastProgress: lastProgress, log: conversation.log, lastWords: takeOutput())
    if death.isHang {
      death.location = location
    } else {
      death.location.functions = conversation.crash
    }
    death.toldEntries = conversation.toldEntries
    death.picture = conversation.picture
    return death
  }

  private mutating func takeOutput() -> CapturedOutput {
    let output = standardOutput.take()
    let errors = standardError.take()
    var captured = CapturedOutput(
      standardOutput: output.text, standardError: errors.text,
      droppedBytes: output.droppedBytes + errors.droppedBytes)
    captured.cutErrorLine = errors.cutLine
    return captured
  }
}
