import SluiceHarness

/// A monitor of this package: it follows each listener through the log, and knows at every entry
/// whose reader was cancelled.
let radioQuietAfterCancel = Rule.monitor(
  id: "radio.quiet-after-cancel",
  statement: "nothing is called back for a reader that was cancelled while it waited",
  level: .must,
  rationale: """
    No reader is left after the cancel, and each callback still wakes the phone.
    """,
  anchors: [.document("the data sheet of the door")],
  implies: ["radio.off-at-once"],
  underThreads: .hasNoSay(because: "a thread may be held up between the cancel and the removal"),
  examples: [
    .conforming("removed before the callback", after: waiting, [cancel, remove, cancelled, tells]),
    .violating("called back without one", after: waiting, [cancel, cancelled, tells.blamed]),
    .silent("nobody cancels", after: waiting, [tells]),
  ],
  from: Readers()
) { readers, entry in readers.note(entry.event) }

/// The listeners that are on, and the readers that wait for them.
private struct Readers {
  private var waiting: Set<ConsumerID> = []
  private var leaving: Set<ConsumerID> = []
  private var streams: [ConsumerID: SequenceID] = [:]
  private var cancelled: Set<SequenceID> = []
  /// The streams whose listeners are on.
  private var owners: [RegistrationID: SequenceID] = [:]

  /// Follows one event.
  mutating func note(_ event: EventLog.Event) -> Rule.Observation {
    switch event {
    case .iteratorMade(let reader, of: let stream): streams[reader] = stream
    case .nextCalled(let reader): waiting.insert(reader)
    case .nextReturned(let reader, _): waiting.remove(reader)
    case .cancelCalled(let reader) where waiting.contains(reader): leaving.insert(reader)
    case .cancelReturned(let reader) where leaving.contains(reader):
      if let stream = streams[reader] { cancelled.insert(stream) }
      return .met
    case .addCalled(let listener, by: let caller, options: _): owners[listener] = caller.sequence
    case .removeCalled(let listener, by: _): owners[listener] = nil
    case .callbackBegan(let listener, _):
      guard let stream = owners[listener], cancelled.contains(stream) else { return .nothing }
      return .broken(because: "#\(listener.number) was called back after the cancel")
    default: break
    }
    return .nothing
  }
}
