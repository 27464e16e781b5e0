import FakeFirestore
import SluiceSpies

/// A way to make a test of the suite expect something else than it does.
struct SpecCorruption: Sendable, CustomStringConvertible {
  let description: String
  /// The test with other expectations; nil where it has none of the kind.
  let apply: @Sendable (SpecCase) -> SpecCase?

  /// All ways: the first eight for tests with snapshots, the others for each.
  static let all: [SpecCorruption] = [
    SpecCorruption("an event is missing") { test in
      changingEvents(of: test) { events in
        var events = events
        events.removeLast()
        return events
      }
    },
    ofSnapshots("from cache or not") { $0["fromCache"] = .boolean($0["fromCache"]?.flag != true) },
    ofSnapshots("with pending writes or not") {
      $0["hasPendingWrites"] = .boolean($0["hasPendingWrites"]?.flag != true)
    },
    ofSnapshots("an error") { $0["errorCode"] = .integer(15) },
    ofSnapshots("another query") { $0["query"]?["path"] = .string("another") },
    ofChanges("another content") { name, change in
      change["value"] = .map(["corrupted": .boolean(true)])
      return name
    },
    ofChanges("another document") { name, change in
      change["key"] = .string("another/document")
      return name
    },
    ofChanges("another kind of change") { name, _ in name == "added" ? "modified" : "added" },
    SpecCorruption("an event at the end") { $0.addingEvent(atStep: $0.steps.count - 1) },
    SpecCorruption("an event at the beginning") { $0.addingEvent(atStep: 0) },
    SpecCorruption("an event in the middle") { $0.addingEvent(atStep: $0.steps.count / 2) },
    SpecCorruption("a write is taken at the beginning") {
      $0.addingWrite("acknowledgedDocs", atStep: 0)
    },
    SpecCorruption("a write is taken at the end") {
      $0.addingWrite("acknowledgedDocs", atStep: $0.steps.count - 1)
    },
    SpecCorruption("a write is refused at the end") {
      $0.addingWrite("rejectedDocs", atStep: $0.steps.count - 1)
    },
    SpecCorruption("a wait for writes is over") {
      $0.countingUp("expectedWaitForPendingWritesEvents")
    },
    SpecCorruption("the listeners are in sync") { $0.countingUp("expectedSnapshotsInSyncEvents") },
  ]

  private init(_ description: String, _ apply: @escaping @Sendable (SpecCase) -> SpecCase?) {
    self.description = description
    self.apply = apply
  }

  /// A way that changes the last snapshot that a test expects.
  private static func ofSnapshots(
    _ description: String, _ change: @escaping @Sendable (inout DocumentValue) -> Void
  ) -> SpecCorruption {
    SpecCorruption(description) { test in
      changingEvents(of: test) { events in
        guard let place = events.lastIndex(where: { $0["errorCode"]?.number == 0 }) else {
          return nil
        }
        var events = events
        change(&events[place])
        return events
      }
    }
  }

  /// A way that changes the first change of the last snapshot that has some, or its kind.
  private static func ofChanges(
    _ description: String,
    _ change: @escaping @Sendable (String, inout DocumentValue) -> String
  ) -> SpecCorruption {
    SpecCorruption(description) { test in
      changingEvents(of: test) { events in
        let names = SpecEvent.kinds.map(\.name)
        guard let place = events.lastIndex(where: { event in names.contains { event[$0] != nil } }),
          let name = names.first(where: { name in events[place][name] != nil }),
          var changes = events[place][name]?.elements, !changes.isEmpty
        else { return nil }
        var events = events
        var changed = changes.removeFirst()
        let kind = change(name, &changed)
        events[place][name] = .array(changes)
        events[place][kind] = .array((events[place][kind]?.elements ?? []) + [changed])
        return events
      }
    }
  }

  /// Changes what the last step expects that can be changed so.
  private static func changingEvents(
    of test: SpecCase, _ change: ([DocumentValue]) -> [DocumentValue]?
  ) -> SpecCase? {
    var test = test
    for index in test.steps.indices.reversed() {
      let events = test.steps[index]["expectedSnapshotEvents"]?.elements ?? []
      guard !events.isEmpty, let changed = change(events) else { continue }
      test.steps[index]["expectedSnapshotEvents"] = .array(changed)
      return test
    }
    return nil
  }
}

extension SpecCase {
  /// This test with one more of something at its end.
  fileprivate func countingUp(_ word: String) -> SpecCase {
    var result = self
    let count = result.steps.last?[word]?.number ?? 0
    result.steps[result.steps.count - 1][word] = .integer(Int64(count + 1))
    return result
  }

  fileprivate func addingEvent(atStep index: Int) -> SpecCase {
    var event = DocumentValue.map([:])
    event["query"] = .map(["path": .string("another")])
    event["errorCode"] = .integer(0)
    event["fromCache"] = .boolean(false)
    event["hasPendingWrites"] = .boolean(false)
    var result = self
    let events = result.steps[index]["expectedSnapshotEvents"]?.elements ?? []
    result.steps[index]["expectedSnapshotEvents"] = .array(events + [event])
    return result
  }

  fileprivate func addingWrite(_ word: String, atStep index: Int) -> SpecCase {
    var result = self
    var state = result.steps[index]["expectedState"] ?? .map([:])
    var callbacks = state["userCallbacks"] ?? .map([:])
    callbacks[word] = .array((callbacks[word]?.elements ?? []) + [.string("another/document")])
    state["userCallbacks"] = callbacks
    result.steps[index]["expectedState"] = state
    return result
  }
}
