import SluiceSimulation
import SluiceSpies

extension LogIndex {
  /// Files one entry under what it is about.
  mutating func record(_ entry: LogEntry, at index: Int) {
    let event = entry.event
    if let place = entry.opened.flatMap(place(of:)) { sequences[place].opened = index }
    switch event {
    case .quiescent: quiescences.append(index)
    case .epilogueBegan: epilogueBegan = epilogueBegan ?? index
    case .epilogueEnded:
      epilogueEnded = epilogueEnded ?? index
      quiescences.append(index)
    case .accessed(let id): sequences.append(SequenceRecord(id: id, accessed: index))
    case .sequenceDropped(let id):
      guard let place = place(of: id) else { return }
      sequences[place].dropped = sequences[place].dropped ?? index
    case .removeUnmatched: unmatchedRemoves.append(index)
    case .sentinelDied, .sentinelAlive, .taskAlive: remains.append(index)
    case .presentMoved: presentMoves.append(index)
    case .ownerDropped: ownerDrops.append(index)
    case .presentRead(let value, let caller):
      presentReadings.append(
        PresentReading(
          at: index, value: value, caller: caller, nanoseconds: entry.instant.nanoseconds))
    case .container: containerEvents.append(index)
    case .demand: demandEvents.append(index)
    default:
      if !recordConsumer(entry, at: index) { recordRegistration(entry, at: index) }
    }
  }

  private mutating func recordConsumer(_ entry: LogEntry, at index: Int) -> Bool {
    switch entry.event {
    case .iteratorMade(let id, let sequence):
      consumers.append(
        ConsumerRecord(
          id: id, sequence: sequence, iteratorMade: index, cancels: earlyCancels[id] ?? []))
      if let place = place(of: sequence) { sequences[place].isIterated = true }
    case .iteratorDropped(let id):
      change(id) { record in record.iteratorDropped = record.iteratorDropped ?? index }
    case .nextCalled(let id):
      let rest = quiescences.last ?? -1
      change(id) { record in
        record.noteRest(rest)
        record.nexts.append(NextRecord(called: index))
      }
    case .nextReturned(let id, let output):
      let rest = quiescences.last ?? -1
      change(id) { $0.answered(output, at: index, rest: rest) }
    case .loopEnded(let id, let end):
      change(id) { record in
        guard record.loopEnded == nil else { return }
        record.loopEnded = index
        record.loopEnd = end
        // The operator's end, which next() has just answered with, is not the stream's.
        if end == .operatorEnded { record.terminal = nil }
      }
    case .cancelCalled(let id):
      recordCancel(id) {
        $0.append(CancelRecord(called: index, nanoseconds: entry.instant.nanoseconds))
      }
    case .cancelReturned(let id):
      recordCancel(id) { cancels in
        guard let open = cancels.lastIndex(where: { $0.returned == nil }) else { return }
        cancels[open].returned = index
      }
    case .taskEnded(let id): change(id) { $0.taskEnded = $0.taskEnded ?? index }
    default: return false
    }
    return true
  }

  private mutating func recordRegistration(_ entry: LogEntry, at index: Int) {
    switch entry.event {
    case .addCalled(let id, let caller, let options):
      registrations.append(
        RegistrationRecord(id: id, caller: caller, options: options, addCalled: index))
    case .addReturned(let id): change(id) { $0.addReturned = $0.addReturned ?? index }
    case .addThrew(let id, let failure):
      change(id) { record in
        guard record.addThrew == nil else { return }
        record.addThrew = index
        record.addFailure = failure
      }
    case .removeCalled(let id, let caller):
      change(id) { record in
        record.remover = record.remover ?? caller
        record.removeCalled.append(index)
        record.removeInterruptions.append(entry.interruptions)
      }
    case .removeReturned(let id): change(id) { record in record.removeReturned.append(index) }
    case .closedByApp(let id): change(id) { $0.closedByApp = $0.closedByApp ?? index }
    case .handleDied(let id): change(id) { $0.handleDied = $0.handleDied ?? index }
    case .receiveCalled(let id): change(id) { record in record.receives.append(index) }
    case .callbackBegan(let id, let payload):
      change(id) {
        $0.callbacks.append(
          CallbackRecord(
            began: index, payload: payload, nanoseconds: entry.instant.nanoseconds,
            interruptions: entry.interruptions))
      }
    case .listenerCalled(let id):
      change(id) { record in
        guard let open = record.callbacks.lastIndex(where: { $0.ended == nil }) else { return }
        record.callbacks[open].calledLate = index
      }
    case .callbackEnded(let id):
      change(id) { record in
        guard let open = record.callbacks.lastIndex(where: { $0.ended == nil }) else { return }
        record.callbacks[open].ended = index
      }
    default: break
    }
  }

  /// A consumer can be cancelled before its task has made an iterator.
  private mutating func recordCancel(
    _ id: ConsumerID, _ update: (inout [CancelRecord]) -> Void
  ) {
    if let place = place(of: id) {
      update(&consumers[place].cancels)
    } else {
      update(&earlyCancels[id, default: []])
    }
  }

  private mutating func change(_ id: ConsumerID, _ update: (inout ConsumerRecord) -> Void) {
    guard let place = place(of: id) else { return }
    update(&consumers[place])
  }

  private mutating func change(
    _ id: RegistrationID, _ update: (inout RegistrationRecord) -> Void
  ) {
    guard let place = place(of: id) else { return }
    update(&registrations[place])
  }

  // Numbers are given from 1 in the order of first mention, so the place is nearly always the
  // number less one.

  func place(of id: ConsumerID) -> Int? {
    let guess = id.number &- 1
    if consumers.indices.contains(guess), consumers[guess].id == id { return guess }
    return consumers.lastIndex { record in record.id == id }
  }

  func place(of id: RegistrationID) -> Int? {
    let guess = id.number &- 1
    if registrations.indices.contains(guess), registrations[guess].id == id { return guess }
    return registrations.lastIndex { record in record.id == id }
  }

  func place(of id: SequenceID) -> Int? {
    let guess = id.number &- 1
    if sequences.indices.contains(guess), sequences[guess].id == id { return guess }
    return sequences.lastIndex { record in record.id == id }
  }
}

extension ConsumerRecord {
  /// Notes of the call under way whether nothing has been ready since it began.
  ///
  /// - Parameter rest: The last place at which nothing was ready.
  fileprivate mutating func noteRest(_ rest: Int) {
    guard let last = nexts.last, last.returned == nil, last.called < rest else { return }
    rested.append(nexts.count - 1)
  }

  /// Files an answer of `next()`.
  ///
  /// - Parameters:
  ///   - output: The answer.
  ///   - index: Its place.
  ///   - rest: The last place before it at which nothing was ready any more.
  fileprivate mutating func answered(_ output: Event.Output, at index: Int, rest: Int) {
    guard let last = nexts.indices.last, nexts[last].returned == nil else { return }
    noteRest(rest)
    nexts[last].returned = index
    nexts[last].output = output
    if terminal == nil, output.isTerminal { terminal = nexts[last] }
  }
}
