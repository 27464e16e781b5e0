import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Firestore script")
struct FirestoreScriptTests {
  private let fields = Value.members([("n", .integer(1))])

  /// Runs a test with a script, its spy and a listener on a document.
  private func run(
    _ body: (Simulation, FirestoreScript, Spy, Recorder) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      let spy = Spy(log: EventLog(of: simulation))
      let script = FirestoreScript(in: simulation, spy: spy)
      try body(simulation, script, spy, Recorder(simulation))
      simulation.end()
    }
  }

  private func listen(_ script: FirestoreScript, _ recorder: Recorder) {
    recorder.registration = script.firestore.document("c/a").addSnapshotListener {
      recorder.note($0?.projected, $1)
    }
  }

  @Test("hands over what is said: snapshot, missing, error, both, nothing, and on after an error")
  func literal() throws {
    try run { _, script, _, recorder in
      listen(script, recorder)
      try script.send(document: "c/a", fields: fields)
      try script.send(document: "c/b", fields: fields)
      try script.send(
        document: "c/a", fields: .null,
        metadata: SnapshotMetadata(hasPendingWrites: false, isFromCache: true))
      script.fail(FirestoreErrorCode(.aborted))
      try script.sendBoth(document: "c/a", fields: fields, FirestoreErrorCode(.dataLoss))
      script.sendNothing()
      #expect(
        recorder.news == [
          "doc({n: 1})", "doc(null, cached: true)", "error aborted",
          "doc({n: 1}) and error data-loss", "nothing",
        ])
    }
  }

  @Test("can call back inside add, before the handle is there")
  func insideAdd() throws {
    try run { _, script, spy, recorder in
      spy.inject(at: .add) { script.fail(FirestoreErrorCode(.permissionDenied)) }
      listen(script, recorder)
      #expect(recorder.news == ["error permission-denied"])
      let events = spy.log.entries.map { "\($0.event)".prefix(8) }
      #expect(events == ["add #1 c", "callback", "callback", "add #1 r"])
    }
  }

  @Test("leaves out who was removed from what was queued, but not from what is late")
  func late() throws {
    try run { simulation, script, _, recorder in
      listen(script, recorder)
      try script.send(document: "c/a", fields: fields, .queued(after: .seconds(1)))
      try script.send(document: "c/a", fields: .null, .late(after: .seconds(1)))
      recorder.remove()
      recorder.remove()
      #expect(script.listenerCount == 0)
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(recorder.news == ["doc(null)"])
    }
  }

  @Test("works out the changes of results from those that each listener had")
  func results() throws {
    try run { simulation, script, _, recorder in
      script.firestore.collection("c").addSnapshotListener { recorder.note($0?.projected, $1) }
      try script.send(results: "c", documents: [("a", fields), ("b", fields)])
      try script.send(results: "c", documents: [("c", fields), ("a", .members([]))])
      let one = #"{n: 1}"#
      #expect(
        recorder.news == [
          "query([doc(\"a\", \(one)), doc(\"b\", \(one))], [added(\"a\", 0), added(\"b\", 1)])",
          "query([doc(\"c\", \(one)), doc(\"a\", {})], "
            + "[removed(\"b\", 1), added(\"c\", 0), modified(\"a\", 1, 1)])",
        ])
    }
  }

  @Test("hands over results together with an error")
  func resultsAndError() throws {
    try run { _, script, _, recorder in
      script.firestore.collection("c").addSnapshotListener { recorder.note($0?.projected, $1) }
      try script.sendBoth(results: "c", documents: [], FirestoreErrorCode(.aborted))
      #expect(recorder.news == ["query([], []) and error aborted"])
    }
  }

  @Test("refuses what names no document or collection", arguments: ["c", "", "c//a", "c/a/b"])
  func mistakes(_ path: String) throws {
    try run { _, script, _, _ in
      #expect(throws: FirestoreUsageError.self) {
        try script.send(document: path, fields: .null)
      }
      #expect(throws: FirestoreUsageError.self) {
        try script.send(results: "c/a", documents: [])
      }
    }
  }

  @Test("refuses writes, single reads and the network, which it has not")
  func refusals() throws {
    try run { simulation, script, _, _ in
      var errors: [FirestoreErrorCode?] = []
      let note = { (error: (any Error)?) in errors.append(error as? FirestoreErrorCode) }
      script.firestore.document("c/a").setData(["n": 1], completion: note)
      script.firestore.document("c/a").getDocument { _, error in note(error) }
      script.firestore.disableNetwork(completion: note)
      script.firestore.enableNetwork(completion: note)
      #expect(simulation.settle() == nil)
      let documents = "a script has no documents to write or read"
      let network = "a script has no network to turn on or off"
      let expected = [documents, documents, network, network].map { message in
        FirestoreErrorCode(.unimplemented, message: message)
      }
      #expect(errors == expected)
    }
  }

  @Test("has its handles remove themselves when told so")
  func selfRemoving() throws {
    try Simulation().perform { simulation throws in
      let spy = Spy(log: EventLog(of: simulation))
      var behavior = RegistrationBehavior()
      behavior.handlesRemoveThemselves = true
      let script = FirestoreScript(in: simulation, spy: spy, behavior: behavior)
      var handle: (any ListenerRegistration)? = script.firestore.document("c/a")
        .addSnapshotListener { _, _ in }
      #expect(script.listenerCount == 1)
      _ = handle
      handle = nil
      #expect(script.listenerCount == 0)
      simulation.end()
    }
  }
}
