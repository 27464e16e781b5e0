import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Awaited calls of Firestore")
struct AwaitingTests {
  @Test("return when the server took a write, and not before, even if that is an hour offline")
  func writes() throws {
    try World.run(latency: FirestoreLatency(write: .seconds(1))) { world in
      let (notes, document) = (Notes(), world.firestore.document("cities/SF"))
      world.firestore.disableNetwork()
      world.settle()
      notes.await(in: world) { notes in
        try await document.setData(["n": 1])
        notes.add("set")
        try await document.setData(["m": 2], merge: true)
        try await document.setData(["o": 3, "p": 4], mergeFields: ["o"])
        notes.add("merged")
        try await document.updateData(["n": 5])
        notes.add("updated")
      }
      world.pass(.seconds(3_600))
      #expect(notes.lines == [])
      let contents = try world.emulator.contents(of: "cities/SF")
      #expect(contents == .null)
      world.firestore.enableNetwork()
      world.pass(.milliseconds(999))
      #expect(notes.lines == [])
      world.pass(.milliseconds(1))
      #expect(notes.lines == ["set"])
      world.pass(.seconds(2))
      #expect(notes.lines == ["set", "merged"])
      world.pass(.seconds(1))
      #expect(notes.lines == ["set", "merged", "updated"])
    }
  }

  @Test("delete, add and commit likewise")
  func others() throws {
    try World.run { world in
      let (notes, cities) = (Notes(), world.firestore.collection("cities"))
      notes.await(in: world) { notes in
        let added = try await cities.addDocument(data: ["n": 1])
        notes.add("\(try await added.getDocument().exists)")
        let batch = world.firestore.batch().updateData(["n": 2], forDocument: added)
        try await batch.commit()
        notes.add("\(try await added.getDocument(source: .server).data()?["n"] as? Int ?? 0)")
        notes.add("\(try await cities.getDocuments().count)")
        try await added.delete()
        notes.add("\(try await cities.getDocuments(source: .server).count)")
      }
      world.settle()
      #expect(notes.lines == ["true", "2", "1", "0"])
    }
  }

  @Test("merge the named fields alone, in a batch, too")
  func mergedFields() throws {
    try World.run { world in
      let (notes, document) = (Notes(), world.firestore.document("cities/SF"))
      notes.await(in: world) { notes in
        try await document.setData(["n": 1])
        let batch = world.firestore.batch()
          .setData(["n": 2, "m": 3], forDocument: document, mergeFields: ["m"])
        try await batch.commit()
      }
      world.settle()
      let contents = try world.emulator.contents(of: "cities/SF")
      #expect(contents == .members([("m", .integer(3)), ("n", .integer(1))]))
    }
  }

  @Test("throw where the server refuses, and where a read has no answer")
  func refused() throws {
    try World.run { world in
      try world.emulator.deny("cities/SF", [.write])
      let (notes, document) = (Notes(), world.firestore.document("cities/SF"))
      for write in [
        { try await document.setData(["n": 1]) }, { try await document.delete() },
        { try await world.firestore.batch().deleteDocument(document).commit() },
        {
          try await world.firestore.disableNetwork()
          _ = try await document.getDocument(source: .server)
        }, { _ = try await document.getDocument(source: .cache) },
      ] as [() async throws -> Void] {
        notes.await(in: world) { _ in try await write() }
        world.settle()
      }
      #expect(
        notes.lines == [
          "permission-denied", "permission-denied", "permission-denied", "unavailable",
          "unavailable",
        ])
    }
  }
}

/// What calls that wait wrote down, with the errors that they threw.
private final class Notes {
  private(set) var lines: [String] = []

  func add(_ line: String) {
    lines.append(line)
  }

  /// Begins something that waits.
  func await(in world: World, _ body: @escaping (Notes) async throws -> Void) {
    let action = CallbackBox { [self] () async -> Void in
      do {
        try await body(self)
      } catch {
        add("\((error as? FirestoreErrorCode)?.projected ?? .null)")
      }
    }
    world.simulation.spawn("waits") { await action.callback() }
  }
}
