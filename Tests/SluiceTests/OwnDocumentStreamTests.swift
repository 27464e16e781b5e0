import FakeFirestore
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
  private let path = "people/ada"
  private let traits = Traits().with { traits in
    traits.registration = .access
    traits.iterators = .single
    traits.bufferOnCancel = .drains
    traits.releasesWhileHeld = false
    traits.initialValue = .present
  }

  private static func born(_ year: Int64) -> EventLog.Value { .members([("born", .integer(year))]) }

  @Test("holds every rule over a script")
  func script() throws {
    try simulate(traits: traits) { [path] stage in
      let script = stage.keep(FirestoreScript(in: stage.simulation, spy: stage.spy))
      let reader = stage.read("reader", script.firestore.document(path).contents)
      stage.perform { try script.send(document: path, fields: Self.born(1814)) }
      stage.perform { try script.send(document: path, fields: Self.born(1815)) }
      reader.expect { snapshot in snapshot.data()?["born"] as? Int == 1814 }
      reader.expect { snapshot in snapshot.data()?["born"] as? Int == 1815 }
      reader.cancel()
      stage.expect(script.firestore.listenerCount == 0, "a listener is left")
    }
  }

  @Test("holds every rule over the emulator, with another client's write")
  func emulator() throws {
    try simulate(traits: traits) { [path] stage in
      let emulator = FirestoreEmulator(
        in: stage.simulation, latency: FirestoreLatency(watch: .milliseconds(30)))
      let firestore = stage.keep(emulator.makeFirestore(spy: stage.spy))
      try emulator.put(path, Self.born(1814))
      let reader = stage.read("reader", firestore.document(path).contents)
      reader.expect { snapshot in snapshot.data()?["born"] as? Int == 1814 }
      stage.perform { try emulator.update(path, Self.born(1815)) }
      reader.expect(within: .milliseconds(30)) { snapshot in
        snapshot.data()?["born"] as? Int == 1815
      }
      reader.cancel()
    }
  }
}
