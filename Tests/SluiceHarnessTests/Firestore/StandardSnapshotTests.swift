import FakeFirestore
import StandardStreams
import Testing

@Suite("Standard snapshots")
struct StandardSnapshotTests {
  @Test("of a document come with the options asked for, and leave no listener")
  func document() throws {
    #expect(
      try SnapshotRun.document { reference in Standard(reference).snapshots }
        == .right("\"SF\"", includeMetadataChanges: false))
    #expect(
      try SnapshotRun.document { reference in
        Standard(reference).snapshots(includeMetadataChanges: true)
      }
        == .right("\"SF\"", includeMetadataChanges: true))
  }

  @Test("of a collection come with the options asked for, and leave no listener")
  func collection() throws {
    #expect(
      try SnapshotRun.collection { reference in Standard(reference).snapshots }
        == .right("1", includeMetadataChanges: false))
    #expect(
      try SnapshotRun.collection { reference in
        Standard(reference).snapshots(includeMetadataChanges: true)
      }
        == .right("1", includeMetadataChanges: true))
  }
}
