import SluiceSpies

/// The check of a resolved timeline: streams exist before they are used, and time goes forward.
struct CaseChecker {
  struct Stream {
    var start: SourceSpan
    /// Whether the scenario may call its `next()`.
    var isPulled: Bool
    var isHeld: Bool
    /// What its elements may be compared with.
    var element: ValueType
  }

  let binder: Binder
  let brokenStreams: Set<String>
  private let log: DiagnosticLog
  /// All streams of the timeline, wherever they start.
  private var streams: [String: Stream] = [:]
  private var groups: [String: SourceSpan] = [:]
  private var started: Set<String> = []
  /// How many lines, elements and arguments were looked at.
  private var looks = 0
  /// The latest stamp so far.
  private var floor: Int64 = 0
  private var floorSpan: SourceSpan?
  /// The end of the longest silence so far.
  var silence: (until: Int64, span: SourceSpan)?
  /// The stream whose silence the line directly before stated.
  var silent: (stream: String, span: SourceSpan)?

  private init(binder: Binder, brokenStreams: Set<String>) {
    self.binder = binder
    self.brokenStreams = brokenStreams
    log = binder.log
  }

  /// Checks the lines of a case and fills in the earliest instant of each.
  ///
  /// - Returns: How much there was to look at, which a line has in each case of a file.
  static func check(
    _ lines: inout [ResolvedLine], binder: Binder, brokenStreams: Set<String>
  ) -> Int {
    var checker = CaseChecker(binder: binder, brokenStreams: brokenStreams)
    for line in lines { checker.collect(line) }
    checker.checkGroups()
    for index in lines.indices {
      checker.checkTime(&lines[index])
      checker.checkStreams(lines[index])
    }
    return checker.looks
  }

  private mutating func look(at count: Int) {
    looks += count
    WorkCounter.looked(count)
  }

  /// Reports something about a line; without a second place that is where its flow is played.
  func report(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, at place: SourceSpan?,
    of line: ResolvedLine, label: Diagnostic.Label? = nil,
    suggestion: @autoclosure () -> String? = nil
  ) {
    let played = line.step.playedFrom.last.map { span in
      Diagnostic.Label(span: span, message: "the flow is played here")
    }
    log.report(
      code, message(), at: place ?? line.step.span, label: label ?? played,
      suggestion: suggestion())
  }

  // MARK: Collecting

  private mutating func collect(_ line: ResolvedLine) {
    look(at: 1)
    switch line.step.action {
    case .start(let name, _, let options), .iterate(let name, _, let options):
      let place = line.places.stream ?? line.step.span
      if let group = options.group, groups[group] == nil { groups[group] = line.step.span }
      if let first = streams[name] {
        report(
          .streamStartedTwice, "a stream of the name '\(name)' has been started", at: place,
          of: line, label: Diagnostic.Label(span: first.start, message: "here first"))
      } else {
        streams[name] = Stream(
          start: place, isPulled: options.isManual || options.demand != nil, isHeld: options.isHeld,
          element: element(of: line.step.action))
      }
    default: break
    }
  }

  private func element(of action: StepAction) -> ValueType {
    switch action {
    case .start(_, let call, _): binder.registry.stream(call.name)?.element ?? .pattern
    case .iterate(_, let source, _): streams[source]?.element ?? .pattern
    default: .pattern
    }
  }

  private mutating func checkGroups() {
    for group in groups.keys.sorted() {
      guard let stream = streams[group], let span = groups[group] else { continue }
      log.report(
        .duplicateName, "'\(group)' names a stream, so it can't name a group", at: span,
        label: Diagnostic.Label(span: stream.start, message: "the stream"))
    }
  }

  // MARK: Streams

  private mutating func checkStreams(_ line: ResolvedLine) {
    let place = line.places.stream
    var isLater = false
    if case .during(_, let name, _) = line.step.mode {
      isLater = true
      use(name, at: line.places.injected, line, mayBeLater: true)
    }
    switch line.step.action {
    case .start(let name, _, _):
      started.insert(name)
    case .iterate(let name, let source, _):
      use(source, at: line.places.source, line, mayBeLater: isLater)
      started.insert(name)
    case .perform(let call, _): checkArguments(call, line)
    case .control(.cancel, let name) where groups[name] != nil: break
    case .control(let control, let name):
      let stream = use(name, at: place, line, mayBeLater: isLater)
      if control == .release { need(stream, stream?.isHeld, "held", .releaseNeedsHeld, line) }
    case .pull(let name, _):
      let stream = use(name, at: place, line, mayBeLater: isLater)
      need(stream, stream?.isPulled, "manual' or 'demand", .pullNeedsManual, line)
    case .expect(.silence(let name, _)): use(name, at: place, line, mayBeLater: false)
    case .expect(.outcome(let name, let outcome, let bound)):
      let stream = use(name, at: place, line, mayBeLater: false)
      checkElements(outcome, of: stream, name)
      if bound == nil { checkSilent(name, outcome, line) }
    case .expect(.probe): break
    }
  }

  private mutating func checkElements(
    _ outcome: StreamOutcome, of stream: Stream?, _ name: String
  ) {
    guard let element = stream?.element, element != .pattern else { return }
    let values: [SyntaxValue] =
      switch outcome {
      case .next(let value): [value]
      case .nexts(let values): values
      default: []
      }
    look(at: values.count)
    for value in values where value.kind != .wildcard {
      binder.check(value, element.asPattern, as: "an element of '\(name)'")
    }
  }

  private mutating func checkSilent(
    _ name: String, _ outcome: StreamOutcome, _ line: ResolvedLine
  ) {
    guard let silent, silent.stream == name, outcome.isOutput, line.step.timing == .same else {
      return
    }
    report(
      .contradictsSilence, "'\(name)' is silent up to this line, so this can't have happened",
      at: nil, of: line, label: Diagnostic.Label(span: silent.span, message: "the silence"))
  }

  private mutating func checkArguments(_ call: ScenarioCall, _ line: ResolvedLine) {
    let parameters = binder.registry.verb(call.name)?.parameters ?? []
    look(at: call.arguments.count)
    for parameter in parameters where parameter.type == .stream {
      for value in call.values(of: parameter.name) {
        guard case .symbol(let name) = value.kind else { continue }
        use(name, at: value.span, line, mayBeLater: true)
      }
    }
  }

  @discardableResult
  private mutating func use(
    _ name: String, at place: SourceSpan?, _ line: ResolvedLine, mayBeLater: Bool
  ) -> Stream? {
    guard let stream = streams[name] else {
      if brokenStreams.contains(name) { return nil }
      report(
        .undeclaredStream, "no line starts a stream of the name '\(name)'", at: place, of: line,
        suggestion: nearest(to: name))
      return nil
    }
    if !mayBeLater, !started.contains(name) {
      report(
        .streamBeforeStart, "'\(name)' has not been started here", at: place, of: line,
        label: Diagnostic.Label(span: stream.start, message: "it starts here"))
    }
    return stream
  }

  private func nearest(to name: String) -> String? {
    let names = [Array(streams.keys), Array(groups.keys)].lazy.flatMap { keys in keys }
    return Suggestion.nearest(to: name, amongUnordered: names)
  }

  private mutating func need(
    _ stream: Stream?, _ has: Bool?, _ option: String, _ code: DiagnosticCode, _ line: ResolvedLine
  ) {
    guard let stream, has == false else { return }
    report(
      code, "this needs a stream that was started with '\(option)'", at: line.places.stream,
      of: line, label: Diagnostic.Label(span: stream.start, message: "it starts here"))
  }
}

// MARK: - Time

extension CaseChecker {
  /// Fills in the earliest instant of a line, and reports stamps that go back or into a silence.
  private mutating func checkTime(_ line: inout ResolvedLine) {
    let now = max(floor, silence?.until ?? 0)
    switch line.step.timing {
    case .same: line.step.earliest = now
    case .at(let instant):
      checkStamp(instant, line)
      line.step.earliest = max(now, instant)
    case .after(let nanoseconds):
      let (instant, overflow) = now.addingReportingOverflow(nanoseconds)
      if overflow {
        report(
          .timeOverflow, "this instant is further than the clock can go", at: line.places.stamp,
          of: line)
      }
      line.step.earliest = overflow ? Int64.max : instant
    }
    if line.step.timing != .same {
      floor = max(floor, line.step.earliest)
      floorSpan = line.places.stamp ?? line.step.span
      silent = nil
    }
    switch line.step.action {
    case .expect(.silence(let name, let until)):
      checkSilence(until, line)
      silent = (name, line.step.span)
    case .expect: break
    default: silent = nil
    }
  }

  private mutating func checkStamp(_ instant: Int64, _ line: ResolvedLine) {
    let time = Value.notation(nanoseconds: instant)
    if instant < floor {
      report(
        .stampDecreases, "\(time) is before \(Value.notation(nanoseconds: floor))",
        at: line.places.stamp,
        of: line,
        label: floorSpan.map { span in
          Diagnostic.Label(span: span, message: "the latest stamp before it")
        })
    } else if let silence, instant < silence.until {
      let end = Value.notation(nanoseconds: silence.until)
      report(
        .stampInSilence, "\(time) lies in a silence up to \(end)", at: line.places.stamp, of: line,
        label: Diagnostic.Label(span: silence.span, message: "the silence"))
    }
  }

  /// A silence that ends when another one does is fine: two streams are silent side by side.
  private mutating func checkSilence(_ until: Int64, _ line: ResolvedLine) {
    let start = line.step.earliest
    if until < start || (until == start && silence?.until != until) {
      report(
        .emptySilence,
        "the silence ends at \(Value.notation(nanoseconds: until)), and it begins at "
          + Value.notation(nanoseconds: start), at: line.places.until, of: line)
    }
    if until > silence?.until ?? -1 { silence = (until, line.step.span) }
  }
}
