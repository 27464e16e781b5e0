import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

/// The footprints of steps, each with its label, whether it is an action, and what it logs.
private func footprints(
  _ steps: [(label: String, isAction: Bool, events: [Event])], reader: inout FootprintReader
) -> [Footprint] {
  var entries: [LogEntry] = []
  for (index, step) in steps.enumerated() {
    for event in step.events {
      entries.append(LogEntry(instant: .start, step: index + 1, event: event))
    }
  }
  let summaries = steps.enumerated().map { index, step in
    SearchStep(
      event: EventName(label: step.label, ordinal: index + 1), isAction: step.isAction)
  }
  return reader.footprints(of: summaries, entries: entries, consumers: ["L", "M"])
}

private func add(_ registration: RegistrationID, _ sequence: SequenceID) -> Event {
  .addCalled(registration, by: Event.Caller(sequence: sequence), options: .null)
}

@Suite("FootprintReader")
struct FootprintReaderTests {
  /// Two consumers, each with a registration of its own, and what happens then.
  private let opening: [(label: String, isAction: Bool, events: [Event])] = [
    ("consumer.L", false, [.iteratorMade(1, of: 1), .nextCalled(1), add(1, 1)]),
    ("consumer.M", false, [.iteratorMade(2, of: 2), .nextCalled(2), add(2, 2)]),
  ]

  @Test("keeps apart consumers, their deliveries, and the backend")
  func independence() {
    var reader = FootprintReader()
    let all = footprints(
      opening + [
        ("consumer.L", false, [.nextReturned(1, .end)]),
        ("consumer.M", false, []),
        ("listener.deliver", true, [.callbackBegan(1, .nothing)]),
        ("stimulus.listener.send", true, []),
        ("stimulus.cancel", true, [.cancelCalled(2), .removeCalled(2, by: .unknown)]),
      ], reader: &reader)
    let (takesL, takesM, tellsL, sends, cancelsM) = (all[2], all[3], all[4], all[5], all[6])
    #expect(takesL.isIndependent(of: takesM))
    #expect(takesM.isIndependent(of: tellsL))
    #expect(takesL.isIndependent(of: sends))
    #expect(takesL.isIndependent(of: cancelsM))
    #expect(!takesL.isIndependent(of: tellsL))
    #expect(!takesM.isIndependent(of: cancelsM))
    #expect(!sends.isIndependent(of: cancelsM))
    // Both add to the one backend.
    #expect(!all[0].isIndependent(of: all[1]))
    #expect(!reader.hasFoundSharing)
  }

  @Test(
    "takes for everything what is not known to be less",
    arguments: [
      ("stimulus.pull", true), ("stimulus.start", true), ("body", false), ("firestore.sync", true),
      // What a listener started inherits the label of the line that called it.
      ("stimulus.listener.send", false), ("listener.deliver", false),
    ])
  func unknown(label: String, isAction: Bool) {
    var reader = FootprintReader()
    let all = footprints(opening + [(label, isAction, [])], reader: &reader)
    #expect(all[2] == .everything)
  }

  @Test("takes a registration of nobody known for everybody's")
  func nobody() {
    var reader = FootprintReader()
    let all = footprints(
      opening + [
        ("consumer.L", false, [.addCalled(3, by: .unknown, options: .null)]),
        ("listener.deliver", true, [.callbackBegan(3, .nothing)]),
      ], reader: &reader)
    #expect(all[2] == .everything && all[3] == .everything)
  }

  @Test("takes consumers of one sequence for one")
  func sharers() {
    var reader = FootprintReader()
    let all = footprints(
      [
        ("consumer.L", false, [.iteratorMade(1, of: 1)]),
        ("consumer.M", false, [.iteratorMade(2, of: 1)]),
        ("consumer.L", false, [.nextCalled(1)]),
        ("consumer.M", false, [.nextCalled(2)]),
      ], reader: &reader)
    #expect(!all[2].isIndependent(of: all[3]))
  }

  @Test("notices a consumer that is served although nothing was added for it")
  func sharing() {
    var reader = FootprintReader()
    let served: [Event] = [.iteratorMade(2, of: 2), .nextReturned(2, .element(.null))]
    _ = footprints([opening[0], ("consumer.M", false, served)], reader: &reader)
    #expect(reader.hasFoundSharing)
  }

  @Test("numbers resources by the consumers' names, in whatever order they came")
  func numbers() {
    var reader = FootprintReader()
    let step = SearchStep(event: EventName(label: "consumer.L", ordinal: 1), isAction: false)
    let first = reader.footprints(
      of: [step], entries: [LogEntry(instant: .start, step: 1, event: .nextCalled(1))],
      consumers: ["L", "M"])
    let second = reader.footprints(
      of: [step], entries: [LogEntry(instant: .start, step: 1, event: .nextCalled(2))],
      consumers: ["M", "L"])
    #expect(first == second)
    #expect(first != [.everything])
  }
}
