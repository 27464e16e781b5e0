extension Event: CustomStringConvertible {
  /// The event in one line, as reports show it.
  public var description: String {
    driverLine ?? spyLine ?? courseLine
  }

  private var driverLine: String? {
    switch self {
    case .accessed(let sequence): "stream \(sequence.number) accessed"
    case .sequenceDropped(let sequence): "stream \(sequence.number) dropped"
    case .iteratorMade(let consumer, let sequence):
      "consumer \(consumer.number) makes an iterator of stream \(sequence.number)"
    case .iteratorDropped(let consumer): "consumer \(consumer.number) drops its iterator"
    case .nextCalled(let consumer): "consumer \(consumer.number) calls next()"
    case .nextReturned(let consumer, let output):
      "consumer \(consumer.number) next() returns \(output)"
    case .loopEnded(let consumer, let end): "consumer \(consumer.number) leaves its loop: \(end)"
    case .cancelCalled(let consumer): "cancel of consumer \(consumer.number) called"
    case .cancelReturned(let consumer): "cancel of consumer \(consumer.number) returned"
    case .taskEnded(let consumer): "consumer \(consumer.number) task ended"
    default: nil
    }
  }

  private var spyLine: String? {
    switch self {
    case .addCalled(let registration, let caller, let options):
      "add #\(registration.number) called\(caller.suffix)"
        + (options == .null ? "" : " with \(options)")
    case .addReturned(let registration): "add #\(registration.number) returned"
    case .addThrew(let registration, let failure):
      "add #\(registration.number) threw \(failure)"
    case .removeCalled(let registration, let caller):
      "remove #\(registration.number) called\(caller.suffix)"
    case .removeReturned(let registration): "remove #\(registration.number) returned"
    case .removeUnmatched(let value, let caller):
      "remove of \(value) called\(caller.suffix), which was never added"
    case .closedByApp(let registration): "the app closes #\(registration.number)"
    case .handleDied(let registration): "handle #\(registration.number) died"
    case .receiveCalled(let registration): "receive from #\(registration.number) called"
    case .callbackBegan(let registration, let payload):
      "callback #\(registration.number) begins: \(payload)"
    case .listenerCalled(let registration): "listener #\(registration.number) called"
    case .callbackEnded(let registration): "callback #\(registration.number) ends"
    case .presentMoved(let value): "the present value is \(value)"
    case .presentRead(let value, let caller): "present value \(value) read\(caller.suffix)"
    default: nil
    }
  }

  private var courseLine: String {
    switch self {
    case .ownerDropped: "owner dropped"
    case .sentinelDied(let role): "\(role) died"
    case .sentinelAlive(let role): "\(role) still lives"
    case .taskAlive(let name): "task \(name) still lives"
    case .jobScheduled(let name): "\(name) scheduled a job"
    case .timerScheduled(let name, let nanoseconds):
      "\(name) set a timer in \(Value.duration(nanoseconds))"
    case .demandAsked(let consumer, let count):
      "consumer \(consumer.number) asks for \(count) more"
    case .valueReceived(let consumer, let value):
      "consumer \(consumer.number) receives \(value)"
    case .trapped(let words): "trapped: \(words)"
    case .container(let event): event.description
    case .demand(let event): event.description
    case .quiescent: "quiescent"
    case .epilogueBegan: "epilogue begins"
    case .concluded: "everything is let go of"
    default: "epilogue ended"
    }
  }
}

extension Event.Caller {
  fileprivate var suffix: String {
    if let consumer { return " by consumer \(consumer.number)" }
    if let sequence { return " by stream \(sequence.number)" }
    return ""
  }
}

extension Event.Output: CustomStringConvertible {
  /// The answer in the notation of the scenario language.
  public var description: String {
    switch self {
    case .element(let value): value.description
    case .end: "the end"
    case .failure(let failure): "error \(failure)"
    }
  }
}

extension Event.LoopEnd: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .ended: "the stream ended"
    case .failed: "the stream failed"
    case .broke: "break"
    case .bodyThrew: "the body threw"
    case .operatorEnded: "the operator ended"
    case .dropped: "dropped"
    }
  }
}

extension Event.Payload: CustomStringConvertible {
  /// What was handed over, in the notation of the scenario language.
  public var description: String {
    switch self {
    case .value(let value): value.description
    case .failure(let failure): "error \(failure)"
    case .both(let value, let failure): "\(value) and error \(failure)"
    case .nothing: "neither value nor error"
    case .finish: "finish"
    }
  }
}

extension Event.SentinelRole: CustomStringConvertible {
  /// The watched object in words.
  public var description: String {
    switch self {
    case .owner: "the owner"
    case .fixture: "the fixture"
    case .handle(let registration): "handle #\(registration.number)"
    case .element(let number): "element \(number)"
    case .consumer(let consumer): "the object of consumer \(consumer.number)"
    }
  }
}

extension Failure: CustomStringConvertible {
  /// The failure's value in the notation of the scenario language.
  public var description: String { value.description }
}
