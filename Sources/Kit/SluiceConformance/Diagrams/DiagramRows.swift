import SluiceSimulation
import SluiceSpies
import SluiceText

/// Lanes by their owners, before it is known which lanes a picture has: consumers, then
/// registrations, each by number, then the backend.
enum DiagramLane {
  private static let firstRegistration = 1 << 32

  /// The lane of the backend; events without a consumer or a registration are in it, too.
  static let backend = Int.max

  /// The lane of the consumer with a number.
  static func consumer(_ number: Int) -> Int { number }

  /// The lane of the registration with a number.
  static func registration(_ number: Int) -> Int { firstRegistration + number }

  /// What sort of thing has a lane.
  static func kind(of lane: Int) -> LogPicture.Lane.Kind {
    if lane == backend { return .backend }
    return lane < firstRegistration ? .consumer : .registration
  }

  /// The number of the consumer or registration that has a lane.
  static func number(of lane: Int) -> Int {
    lane < firstRegistration ? lane : lane - firstRegistration
  }
}

/// What a log's entries are in a diagram: who acts on whom, in short words.
struct DiagramCells {
  /// The consumer that first iterates a sequence, by the sequence's number.
  private var consumers: [Int: Int] = [:]
  /// The row of an expectation that was not met, and whom it is about.
  private var unmet: (entry: Int, cell: LogPicture.Cell, about: [Int])?

  init(_ entries: [LogEntry]) {
    for entry in entries {
      guard case .iteratorMade(let consumer, of: let sequence) = entry.event,
        consumers[sequence.number] == nil
      else { continue }
      consumers[sequence.number] = consumer.number
    }
  }

  /// Gives an expectation that was not met a row before an entry.
  ///
  /// One that is about no consumer is about the registrations that are there.
  mutating func insert(_ place: FailedPlace, at number: Int, in entries: [LogEntry]) {
    var about: [Int] = []
    if let consumer = place.consumer {
      about = [DiagramLane.consumer(consumer.number)]
    } else {
      for entry in entries.prefix(number) {
        switch entry.event {
        case .addCalled(let registration, _, _):
          about.append(DiagramLane.registration(registration.number))
        case .removeCalled(let registration, _), .addThrew(let registration, _):
          about.removeAll { lane in lane == DiagramLane.registration(registration.number) }
        default: break
        }
      }
    }
    let lane = place.consumer.map { consumer in DiagramLane.consumer(consumer.number) }
    let cell = LogPicture.Cell(lane: lane ?? DiagramLane.backend, text: "expectation not met")
    unmet = (number, cell, about)
  }

  /// The cells of the entry with a number.
  func cells(of number: Int, in entries: [LogEntry]) -> [LogPicture.Cell] {
    if let unmet, unmet.entry == number { return [unmet.cell] }
    return cells(of: entries[number].event)
  }

  /// The consumers and registrations that the entry with a number is about.
  func lanes(concerning number: Int, in entries: [LogEntry]) -> [Int] {
    if let unmet, unmet.entry == number { return unmet.about }
    return cells(of: entries[number].event).map(\.lane).filter { lane in
      lane != DiagramLane.backend
    }
  }

  /// The cells of an event: who acts before what is acted on.
  func cells(of event: Event) -> [LogPicture.Cell] {
    driverCells(of: event) ?? spyCells(of: event) ?? otherCells(of: event)
  }

  /// The consumer that acts when a caller does; nil where nobody knows.
  func consumer(of caller: Event.Caller) -> Int? {
    caller.consumer?.number ?? caller.sequence.flatMap { consumers[$0.number] }
  }

  private func driverCells(of event: Event) -> [LogPicture.Cell]? {
    switch event {
    case .accessed(let sequence): consumers[sequence.number].map { [at($0, "opens stream")] }
    case .sequenceDropped(let sequence):
      consumers[sequence.number].map { [at($0, "drops stream")] }
    case .iteratorMade(let consumer, _): [at(consumer.number, "iterator")]
    case .iteratorDropped(let consumer): [at(consumer.number, "drops iterator")]
    case .nextCalled(let consumer): [at(consumer.number, "next()")]
    case .nextReturned(let consumer, let output):
      [at(consumer.number, output == .end ? "-> end" : "-> \(output)")]
    case .loopEnded(let consumer, let end): [at(consumer.number, words(end))]
    case .cancelCalled(let consumer):
      [at(consumer.number, "cancel", .begins)]
    case .cancelReturned(let consumer):
      [at(consumer.number, "cancel", .ends)]
    case .taskEnded(let consumer): [at(consumer.number, "task ends")]
    case .demandAsked(let consumer, let count): [at(consumer.number, "asks for \(count)")]
    case .valueReceived(let consumer, let value): [at(consumer.number, "receives \(value)")]
    default: nil
    }
  }

  private func spyCells(of event: Event) -> [LogPicture.Cell]? {
    switch event {
    case .addCalled(let registration, let caller, let options):
      acting(caller, "add #\(registration.number)") + [begin(registration, "add")]
        + (options == .null ? [] : [backend("with \(options)")])
    case .addReturned(let registration): [end(registration, "add")]
    case .addThrew(let registration, let failure):
      [end(registration, "add"), backend("throws \(failure)")]
    case .removeCalled(let registration, let caller):
      acting(caller, "remove #\(registration.number)") + [begin(registration, "remove")]
    case .removeReturned(let registration): [end(registration, "remove")]
    case .removeUnmatched(let value, let caller):
      acting(caller, "remove ?") + [backend("\(value) was never added")]
    case .closedByApp(let registration): [at(registration, "app closes")]
    case .handleDied(let registration): [at(registration, "handle died")]
    case .receiveCalled(let registration): [at(registration, "receive")]
    case .callbackBegan(let registration, let payload):
      [begin(registration, "callback"), backend(words(payload))]
    case .listenerCalled(let registration): [at(registration, "call listener")]
    case .callbackEnded(let registration): [end(registration, "callback")]
    default: nil
    }
  }

  private func otherCells(of event: Event) -> [LogPicture.Cell] {
    switch event {
    case .sentinelDied(.consumer(let consumer)): [at(consumer.number, "object died")]
    case .sentinelAlive(.consumer(let consumer)): [at(consumer.number, "object lives")]
    case .sentinelAlive(.handle(let registration)): [at(registration, "handle lives")]
    case .quiescent: [backend("(quiet)")]
    case .concluded: [backend("(all is let go of)")]
    case .ownerDropped: [backend("(owner dropped)")]
    case .presentMoved(let value): [backend("shows \(value)")]
    case .presentRead(let value, let caller):
      consumer(of: caller).map { [at($0, "reads \(value)")] } ?? [backend("\(value) is read")]
    case .container(let event): [backend(event.description)]
    case .demand(let event): [backend(event.description)]
    case .timerScheduled(let name, let nanoseconds):
      [backend("(\(name) set a timer in \(Value.readable(nanoseconds: nanoseconds)))")]
    default: [backend("(\(event))")]
    }
  }

  private func acting(_ caller: Event.Caller, _ text: String) -> [LogPicture.Cell] {
    consumer(of: caller).map { number in [at(number, text)] } ?? []
  }

  private func at(
    _ consumer: Int, _ text: String, _ call: LogPicture.Cell.Call? = nil
  ) -> LogPicture.Cell {
    LogPicture.Cell(lane: DiagramLane.consumer(consumer), text: text, call: call)
  }

  private func at(
    _ registration: RegistrationID, _ text: String, _ call: LogPicture.Cell.Call? = nil
  ) -> LogPicture.Cell {
    LogPicture.Cell(
      lane: DiagramLane.registration(registration.number), text: text, call: call)
  }

  private func begin(_ registration: RegistrationID, _ call: String) -> LogPicture.Cell {
    at(registration, call, .begins)
  }

  private func end(_ registration: RegistrationID, _ call: String) -> LogPicture.Cell {
    at(registration, call, .ends)
  }

  private func backend(_ text: String) -> LogPicture.Cell {
    LogPicture.Cell(lane: DiagramLane.backend, text: text)
  }

  private func words(_ end: Event.LoopEnd) -> String {
    switch end {
    case .ended, .failed, .operatorEnded: "leaves loop"
    case .broke: "break"
    case .bodyThrew: "body throws"
    case .dropped: "is dropped"
    }
  }

  private func words(_ payload: Event.Payload) -> String {
    switch payload {
    case .value, .failure, .both: "sends \(payload)"
    case .nothing: "sends nothing"
    case .finish: "finishes"
    }
  }
}

/// The rows of a picture, with the lanes of ``DiagramLane``: a log's entries in short words, with
/// what goes on meanwhile.
struct DiagramRows {
  private(set) var rows: [LogPicture.Row] = []

  private let entries: [LogEntry]
  /// The lines of the scenario by the entries before which they ran, the latest first.
  private var marks: [(entry: Int, line: Int)]
  private var isWaiting: [Int] = []
  private var isRegistered: [Int] = []
  private var openCalls: [Int: Int] = [:]

  /// The rows of some entries; where others lie between, a row without cells counts them.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the entries, in order.
  ///   - excerpt: The numbers of those that a reader needs.
  ///   - entries: The log.
  ///   - cells: What the entries are in the diagram.
  ///   - lines: The lines of the scenario by the entries before which they ran.
  init(
    _ numbers: [Int], excerpt: Set<Int>, of entries: [LogEntry], as cells: DiagramCells,
    lines: [Int: Int]
  ) {
    self.entries = entries
    marks = lines.sorted { left, right in left.key > right.key }.map { ($0.key, $0.value) }
    let shown = Set(numbers)
    var next = 0
    for number in entries.indices.prefix((numbers.last ?? -1) + 1) {
      var drawn = cells.cells(of: number, in: entries)
      follow(entries[number].event, &drawn)
      guard shown.contains(number) else { continue }
      leaveOut(next..<number)
      next = number + 1
      var row = self.row(number..<next)
      row.cells = drawn
      row.alive = isWaiting + isRegistered
      row.isExcerpt = excerpt.contains(number)
      rows.append(row)
    }
    leaveOut(next..<entries.count)
  }

  private mutating func leaveOut(_ numbers: Range<Int>) {
    guard !numbers.isEmpty else { return }
    rows.append(row(numbers))
  }

  /// A row without cells, with the last line that ran in it.
  private mutating func row(_ numbers: Range<Int>) -> LogPicture.Row {
    let first = entries[numbers.lowerBound]
    var line: Int?
    while let mark = marks.last, mark.entry < numbers.upperBound {
      line = mark.line
      marks.removeLast()
    }
    let time = Value.readable(nanoseconds: first.instant.nanoseconds)
    var row = LogPicture.Row(time: time, step: first.step, line: line)
    row.entries = numbers.count
    row.isExcerpt = false
    return row
  }

  /// Notes what an event begins and ends, and how deep in calls it happens.
  private mutating func follow(_ event: Event, _ cells: inout [LogPicture.Cell]) {
    for index in cells.indices {
      let lane = cells[index].lane
      if cells[index].call == .ends { openCalls[lane] = max(0, openCalls[lane, default: 0] - 1) }
      let depth = openCalls[lane, default: 0]
      cells[index].depth = depth > 0 ? depth : nil
      if cells[index].call == .begins { openCalls[lane, default: 0] += 1 }
    }
    switch event {
    case .nextCalled(let consumer): isWaiting.append(DiagramLane.consumer(consumer.number))
    case .nextReturned(let consumer, _):
      isWaiting.removeAll { lane in lane == DiagramLane.consumer(consumer.number) }
    case .addCalled(let registration, _, _):
      isRegistered.append(DiagramLane.registration(registration.number))
    case .removeReturned(let registration), .addThrew(let registration, _):
      isRegistered.removeAll { lane in lane == DiagramLane.registration(registration.number) }
    default: break
    }
  }
}
