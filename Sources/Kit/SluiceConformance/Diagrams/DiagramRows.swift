import SluiceSpies

/// Who stands at the head of a column of a diagram.
enum DiagramColumn: Hashable {
  /// A consumer, by its number.
  case consumer(Int)
  /// A registration, by its number.
  case registration(Int)
  /// The backend, beside whose calls stands what concerns nobody in particular.
  case backend

  /// Whether it is a registration's.
  var isRegistration: Bool {
    if case .registration = self { return true }
    return false
  }
}

/// What one column shows of one entry.
struct DiagramCell {
  var column: DiagramColumn
  var text: String
  /// Whether a call begins here, whose end is a later cell of this column.
  var opens = false
  /// Whether the call ends here that began last in this column.
  var closes = false
  /// In how many calls of this column it happens.
  var depth = 0
}

/// One row of a diagram: an entry, or how many are left out.
struct DiagramRow {
  /// The entry, or the first that is left out, by its number.
  var first: Int
  /// How many entries are left out if it has no cells.
  var count = 1
  var cells: [DiagramCell]
  /// The columns in which something goes on meanwhile.
  var alive: [DiagramColumn] = []
}

/// What a log's entries are in a diagram: who acts on whom, in short words.
struct DiagramCells {
  /// The consumer that first iterates a sequence, by the sequence's number.
  private var consumers: [Int: Int] = [:]
  /// The row of an expectation that was not met, and whom it is about.
  private var unmet: (entry: Int, cell: DiagramCell, about: [DiagramColumn])?

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
    var about: [DiagramColumn] = []
    if let consumer = place.consumer {
      about = [.consumer(consumer.number)]
    } else {
      for entry in entries.prefix(number) {
        switch entry.event {
        case .addCalled(let registration, _, _): about.append(.registration(registration.number))
        case .removeCalled(let registration, _), .addThrew(let registration, _):
          about.removeAll { column in column == .registration(registration.number) }
        default: break
        }
      }
    }
    let column = place.consumer.map { consumer in DiagramColumn.consumer(consumer.number) }
    unmet = (number, DiagramCell(column: column ?? .backend, text: "expectation not met"), about)
  }

  /// The cells of the entry with a number.
  func cells(of number: Int, in entries: [LogEntry]) -> [DiagramCell] {
    if let unmet, unmet.entry == number { return [unmet.cell] }
    return cells(of: entries[number].event)
  }

  /// The consumers and registrations that the entry with a number is about.
  func columns(concerning number: Int, in entries: [LogEntry]) -> [DiagramColumn] {
    if let unmet, unmet.entry == number { return unmet.about }
    return cells(of: entries[number].event).map(\.column).filter { column in column != .backend }
  }

  /// The cells of an event: who acts before what is acted on.
  func cells(of event: Event) -> [DiagramCell] {
    driverCells(of: event) ?? spyCells(of: event) ?? otherCells(of: event)
  }

  /// The consumer that acts when a caller does; nil where nobody knows.
  func consumer(of caller: Event.Caller) -> Int? {
    caller.consumer?.number ?? caller.sequence.flatMap { consumers[$0.number] }
  }

  private func driverCells(of event: Event) -> [DiagramCell]? {
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
      [DiagramCell(column: .consumer(consumer.number), text: "cancel", opens: true)]
    case .cancelReturned(let consumer):
      [DiagramCell(column: .consumer(consumer.number), text: "cancel", closes: true)]
    case .taskEnded(let consumer): [at(consumer.number, "task ends")]
    case .demandAsked(let consumer, let count): [at(consumer.number, "asks for \(count)")]
    case .valueReceived(let consumer, let value): [at(consumer.number, "receives \(value)")]
    default: nil
    }
  }

  private func spyCells(of event: Event) -> [DiagramCell]? {
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

  private func otherCells(of event: Event) -> [DiagramCell] {
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

  private func acting(_ caller: Event.Caller, _ text: String) -> [DiagramCell] {
    consumer(of: caller).map { number in [at(number, text)] } ?? []
  }

  private func at(_ consumer: Int, _ text: String) -> DiagramCell {
    DiagramCell(column: .consumer(consumer), text: text)
  }

  private func at(_ registration: RegistrationID, _ text: String) -> DiagramCell {
    DiagramCell(column: .registration(registration.number), text: text)
  }

  private func begin(_ registration: RegistrationID, _ call: String) -> DiagramCell {
    DiagramCell(column: .registration(registration.number), text: call, opens: true)
  }

  private func end(_ registration: RegistrationID, _ call: String) -> DiagramCell {
    DiagramCell(column: .registration(registration.number), text: call, closes: true)
  }

  private func backend(_ text: String) -> DiagramCell {
    DiagramCell(column: .backend, text: text)
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

/// The rows of a diagram: a log's entries in short words, with what goes on meanwhile.
struct DiagramRows {
  private(set) var rows: [DiagramRow] = []

  private var isWaiting: [Int] = []
  private var isRegistered: [Int] = []
  private var openCalls: [DiagramColumn: Int] = [:]

  /// The rows of some entries; where others lie between, a row without cells counts them.
  init(_ numbers: [Int], of entries: [LogEntry], as cells: DiagramCells) {
    let shown = Set(numbers)
    var next = 0
    for number in entries.indices.prefix((numbers.last ?? -1) + 1) {
      var row = DiagramRow(first: number, cells: cells.cells(of: number, in: entries))
      follow(entries[number].event, &row)
      guard shown.contains(number) else { continue }
      if number > next { rows.append(DiagramRow(first: next, count: number - next, cells: [])) }
      next = number + 1
      row.alive = alive
      rows.append(row)
    }
    if next < entries.count {
      rows.append(DiagramRow(first: next, count: entries.count - next, cells: []))
    }
  }

  /// Notes what an event begins and ends, and how deep in calls it happens.
  private mutating func follow(_ event: Event, _ row: inout DiagramRow) {
    for index in row.cells.indices {
      let column = row.cells[index].column
      if row.cells[index].closes { openCalls[column] = max(0, openCalls[column, default: 0] - 1) }
      row.cells[index].depth = openCalls[column, default: 0]
      if row.cells[index].opens { openCalls[column, default: 0] += 1 }
    }
    switch event {
    case .nextCalled(let consumer): isWaiting.append(consumer.number)
    case .nextReturned(let consumer, _): isWaiting.removeAll { $0 == consumer.number }
    case .addCalled(let registration, _, _): isRegistered.append(registration.number)
    case .removeReturned(let registration), .addThrew(let registration, _):
      isRegistered.removeAll { $0 == registration.number }
    default: break
    }
  }

  /// What goes on beside an entry.
  private var alive: [DiagramColumn] {
    isWaiting.map { number in .consumer(number) }
      + isRegistered.map { number in .registration(number) }
  }
}
