import Sluice
import Testing

extension DocumentReference {
  /// The stream under test, as its author wrote it for the SDK.
  fileprivate var contents: AsyncThrowingStream<DocumentSnapshot, any Error> {
    AsyncThrowingStream { continuation in
      let registration = self.addSnapshotListener { snapshot, error in
        if let snapshot {
          continuation.yield(snapshot)
        } else {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in registration.remove() }
    }
  }
}

@Suite("A document stream of one's own")
struct OwnDocumentStreamTests {
  private static let traits = Traits().with { traits in
    traits.registration = .access
    traits.iterators = .single
    traits.bufferOnCancel = .drains
    traits.releasesWhileHeld = false
    traits.initialValue = .present
  }

  private static let path = "people/ada"

  /// Reads the stream on a stage, has something happen, cancels the reader and asks every rule.
  private func judge(
    _ firestore: Firestore, on stage: Stage, expecting expected: [Event.Output],
    whatHappens: () throws -> Void
  ) throws -> [Judgement] {
    let reader = try stage.start("reader") {
      ErasedSequence(firestore.document(Self.path).contents) { snapshot in snapshot.projected }
    }
    try #require(stage.settle() == nil)
    try whatHappens()
    try #require(stage.settle() == nil)
    #expect(reader.outputs.map(\.output) == expected)
    try stage.cancel("reader")
    try #require(stage.settle() == nil)
    #expect(firestore.listenerCount == 0)
    try #require(stage.playEpilogue() == nil)
    return Rule.judge(Evidence(stage.log.entries, traits: Self.traits))
  }

  private static func document(_ year: Int64) -> Event.Output {
    .element(.call("doc", .members([("born", .integer(year))])))
  }

  @Test("holds every rule over a script")
  func script() throws {
    let judgements = try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      let script = FirestoreScript(in: simulation, spy: stage.spy)
      return try judge(
        script.firestore, on: stage, expecting: [Self.document(1814), Self.document(1815)]
      ) {
        try script.send(document: Self.path, fields: .members([("born", .integer(1814))]))
        try script.send(document: Self.path, fields: .members([("born", .integer(1815))]))
      }
    }
    #expect(judgements.violations.map(\.rule.id) == [])
  }

  @Test("holds every rule over the emulator, with another client's write")
  func emulator() throws {
    let judgements = try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      let emulator = FirestoreEmulator(
        in: simulation, latency: FirestoreLatency(watch: .milliseconds(30)))
      let firestore = emulator.makeFirestore(spy: stage.spy)
      try emulator.put(Self.path, .members([("born", .integer(1814))]))
      return try judge(
        firestore, on: stage, expecting: [Self.document(1814), Self.document(1815)]
      ) {
        try emulator.update(Self.path, .members([("born", .integer(1815))]))
        let later = simulation.now.advanced(by: .milliseconds(30))
        try #require(stage.advance(to: later) == nil)
      }
    }
    #expect(judgements.violations.map(\.rule.id) == [])
  }
}
