import FakeDatabase
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Database script")
struct DatabaseScriptTests {
  private final class Notes {
    var lines: [String] = []
  }

  private static func run(
    _ body: (Simulation, DatabaseScript, Spy, Notes) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      let spy = Spy(log: EventLog(of: simulation))
      try body(simulation, DatabaseScript(in: simulation, spy: spy), spy, Notes())
      simulation.end()
    }
  }

  private static func listen(
    _ script: DatabaseScript, _ type: DataEventType, _ notes: Notes
  ) -> DatabaseHandle {
    script.database.reference(withPath: "n").observe(
      type,
      andPreviousSiblingKeyWith: { notes.lines.append(DatabaseWorld.text(type, $0, $1)) },
      withCancel: { notes.lines.append(DatabaseWorld.text($0)) })
  }

  @Test("hands each kind of listener what is said for it, and goes on after a cancel")
  func literal() throws {
    try Self.run { _, script, _, notes in
      _ = Self.listen(script, .value, notes)
      _ = Self.listen(script, .childMoved, notes)
      script.send(["a": 1])
      script.send(.childMoved, key: "b", value: 2, previousSiblingKey: "a")
      script.send(.childAdded, key: "c", value: 3)
      script.fail(DatabaseError(.unavailable))
      script.send(nil)
      #expect(
        notes.lines == ["value {a: 1}", "moved b=2 after a", "error 2", "error 2", "value null"])
    }
  }

  @Test("can call back inside add and inside remove")
  func inside() throws {
    try Self.run { _, script, spy, notes in
      spy.inject(at: .add) { script.send(1) }
      let handle = Self.listen(script, .value, notes)
      #expect(notes.lines == ["value 1"])
      spy.inject(at: .remove) { script.send(2) }
      script.database.reference(withPath: "n").removeObserver(withHandle: handle)
      #expect(notes.lines == ["value 1", "value 2"])
      #expect(script.listenerCount == 0)
    }
  }

  @Test("leaves out who was removed from what was queued, but not from what is late")
  func late() throws {
    try Self.run { simulation, script, _, notes in
      let handle = Self.listen(script, .value, notes)
      script.send(1, .queued(after: .seconds(1)))
      script.send(2, .late(after: .seconds(1)))
      script.database.reference(withPath: "n").removeObserver(withHandle: handle)
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(notes.lines == ["value 2"])
    }
  }

  @Test("refuses writes and transactions as unavailable")
  func writes() throws {
    try Self.run { simulation, script, _, notes in
      let place = script.database.reference(withPath: "n")
      place.setValue(1) { error, _ in
        notes.lines.append(error.map { DatabaseWorld.text($0) } ?? "none")
      }
      place.runTransactionBlock(
        { .success(withValue: $0) },
        andCompletionBlock: { error, _, _ in
          notes.lines.append(error.map { DatabaseWorld.text($0) } ?? "none")
        })
      #expect(simulation.settle() == nil)
      #expect(notes.lines == ["error 2", "error 2"])
    }
  }
}
