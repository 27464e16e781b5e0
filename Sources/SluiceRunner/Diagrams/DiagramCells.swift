import SluiceSpies

/// What a log's entries are in a diagram: who acts on whom, in short words.
struct DiagramCells {
  /// The consumer that first iterates a sequence, by the sequence's number.
  private var consumers: [Int: Int] = [:]

  init(_ entries: [LogEntry]) {
    for entry in entries {
      guard case .iteratorMade(let consumer, of: let sequence) = entry.event,
        consumers[sequence.number] == nil
      else { continue }
      consumers[sequence.number] = consumer.number
    }
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
      [DiagramCell(column: .consumer(consumer.number), text: "cancel {", opens: true)]
    case .cancelReturned(let consumer):
      [DiagramCell(column: .consumer(consumer.number), text: "} cancel", closes: true)]
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
    DiagramCell(column: .registration(registration.number), text: "\(call) {", opens: true)
  }

  private func end(_ registration: RegistrationID, _ call: String) -> DiagramCell {
    DiagramCell(column: .registration(registration.number), text: "} \(call)", closes: true)
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
