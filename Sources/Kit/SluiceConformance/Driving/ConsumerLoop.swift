import SluiceSimulation
import SluiceSpies

/// What a consumer's task does: the loop that `for try await` would be, written out so that each
/// step is logged.
///
/// After a terminal it keeps the iterator and calls `next()` again: at once, whenever the driver
/// pokes it, and in the epilogue. It drops the iterator with the end instead where its options or
/// the stream's declaration say so. It leaves at once, dropping the iterator, where a real loop
/// would: on `break`, on a throwing body, at the end of an operator.
struct ConsumerLoop: Sendable {
  let consumer: Consumer
  let log: EventLog
  let simulation: Simulation
  let takeSequence: @Sendable () -> SimulationConfined<ErasedSequence>?
  let releaseSequence: @Sendable () -> Void

  /// Who acts when this loop does.
  var caller: Event.Caller {
    Event.Caller(sequence: consumer.sequence, consumer: consumer.id)
  }

  /// What everything is called that its task does and starts.
  var label: String { "consumer.\(consumer.name)" }

  private enum Step {
    case goOn
    case keepPastTheEnd
    case leave
  }

  /// Iterates to the end, to the loop's own end, or until the driver drops the consumer.
  nonisolated(nonsending) func run() async {
    // A job begins in the subject's frames, and this is none of them.
    SubjectAllocations.leave()
    if simulation.platform == nil {
      await iterate()
    } else {
      await Event.Caller.$bearer.withValue(TaskIdentity.current) { await iterate() }
    }
    consumer.phase = .over
    log.append(.taskEnded(consumer.id))
  }

  private nonisolated(nonsending) func iterate() async {
    if consumer.options.isManual, await consumer.gate.wait(for: .pull) != .proceed(.pull) {
      releaseSequence()
      return
    }
    var iterator = makeIterator()
    releaseSequence()
    guard iterator != nil else { return }
    consumer.phase = .iterating
    await advance(iterator)
    log.append(.iteratorDropped(consumer.id))
    SubjectAllocations.enter()
    iterator = nil
    SubjectAllocations.leave()
  }

  /// Makes the iterator; the loop itself never holds the sequence, as `for await` does not.
  private func makeIterator() -> ErasedIterator? {
    guard let sequence = takeSequence() else { return nil }
    log.append(.iteratorMade(consumer.id, of: consumer.sequence))
    SubjectAllocations.enter()
    defer { SubjectAllocations.leave() }
    return sequence.value.makeIterator(consumer.options, operatorWatch)
  }

  /// For the stream, an operator is the consumer: what it took was answered, whoever sees it.
  private var operatorWatch: OperatorWatch {
    OperatorWatch(
      onPassedOver: { [consumer, log] value in
        log.append(.nextReturned(consumer.id, .element(value)))
        log.append(.nextCalled(consumer.id))
      },
      onFound: { [consumer, log] value in
        log.append(.nextReturned(consumer.id, .element(value)))
        log.append(.loopEnded(consumer.id, .operatorEnded))
      })
  }

  /// Calls `next()` until the loop is over, and past the end where the end was the stream's own.
  private nonisolated(nonsending) func advance(_ iterator: ErasedIterator?) async {
    var received = 0
    while true {
      if await waitForTurn(received: received) == .drop {
        _ = end(.dropped)
        return
      }
      switch await step(iterator, received: &received) {
      case .goOn: continue
      case .leave: return
      case .keepPastTheEnd where iterator?.isLeftAtItsEnd == true: return
      case .keepPastTheEnd:
        await callPastTheEnd(iterator)
        return
      }
    }
  }

  /// Waits until the consumer would ask for its next element.
  private nonisolated(nonsending) func waitForTurn(received: Int) async -> Gate.Signal {
    if received > 0, consumer.options.busy > .zero {
      simulation.schedule("\(consumer.name).busy", after: consumer.options.busy) {
        [gate = consumer.gate] in
        gate.signal(.wake)
      }
      if await consumer.gate.wait(for: .wake) == .drop { return .drop }
    }
    // A manual consumer's first pull was spent on making the iterator.
    if consumer.options.isManual, received > 0 {
      return await consumer.gate.wait(for: .pull)
    }
    if let demand = consumer.options.demand, received >= demand {
      return await consumer.gate.wait(for: .pull)
    }
    return .proceed(.pull)
  }

  private nonisolated(nonsending) func step(
    _ iterator: ErasedIterator?, received: inout Int
  ) async -> Step {
    guard let iterator else { return .leave }
    let output = await call(iterator)
    consumer.receive(output, step: simulation.step, at: simulation.now)
    switch output {
    case .failure: return end(.failed)
    case .end:
      let isOperator = consumer.options.prefix.map { limit in received >= limit } == true
      return end(isOperator ? .operatorEnded : .ended)
    case .element where consumer.options.first != nil:
      // It was logged when it was found: the operator has let go of the iterator since.
      consumer.loopEnd = .operatorEnded
      return .leave
    case .element:
      received += 1
      if consumer.options.throwsAt == received { return end(.bodyThrew) }
      if consumer.isRunningAway { return end(.dropped) }
      return consumer.isBreaking ? end(.broke) : .goOn
    }
  }

  private func end(_ reason: Event.LoopEnd) -> Step {
    consumer.loopEnd = reason
    log.append(.loopEnded(consumer.id, reason))
    return reason == .ended || reason == .failed ? .keepPastTheEnd : .leave
  }

  private nonisolated(nonsending) func callPastTheEnd(_ iterator: ErasedIterator?) async {
    guard let iterator else { return }
    consumer.phase = .pastTheEnd
    _ = await call(iterator)
    while case .proceed(let need) = await consumer.gate.wait(for: .poke, or: .pull) {
      let output = await call(iterator)
      // Only what the scenario asked for is an answer that it has to expect.
      if need == .pull { consumer.receive(output, step: simulation.step, at: simulation.now) }
    }
  }

  private nonisolated(nonsending) func call(_ iterator: ErasedIterator) async -> Event.Output {
    log.append(.nextCalled(consumer.id))
    let output = await iterator.next()
    if case .element = output, consumer.options.first != nil { return output }
    log.append(.nextReturned(consumer.id, output))
    return output
  }
}
