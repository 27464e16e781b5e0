import SluiceHarness

// The lines of the examples: consumer 1 reads stream 1 by registration 1.

private let caller = EventLog.Event.Caller(sequence: 1, consumer: 1)
let waiting: [Rule.Example.Line] = [
  .line(.accessed(1)), .line(.iteratorMade(1, of: 1)), .line(.nextCalled(1)),
  .line(.addCalled(1, by: caller, options: .null)), .line(.addReturned(1)), .line(.quiescent),
]
let cancel = Rule.Example.Line.line(.cancelCalled(1))
let cancelled = Rule.Example.Line.line(.cancelReturned(1))
let remove = Rule.Example.Line.line(.removeCalled(1, by: caller))
let tells = Rule.Example.Line.line(.callbackBegan(1, .value(.integer(1))))
