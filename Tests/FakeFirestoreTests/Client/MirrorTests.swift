import FakeFirestore
import SluiceSpies
import Testing

@Suite("Queries that mirror each other")
struct MirrorTests {
  let first: QueryShape
  let last: QueryShape

  init() throws {
    let cities = QueryShape(path: try ResourcePath(parsing: "cities"))
    first = try cities.ordered(by: FieldPath(["n"]), descending: false).limited(to: 2, .first)
    last = try cities.ordered(by: FieldPath(["n"]), descending: true).limited(to: 2, .last)
  }

  @Test("ask the server for the same, cursors included, and for nothing else")
  func target() throws {
    #expect(first.target == last.target)
    #expect(first.target.target == first.target)
    let ascending = try first.limited(to: 3, .first)
    #expect(ascending.target != last.target)
    #expect(try last.limited(to: 2, .first).target != first.target)
    let from = try first.starting(first.cursor(at: [.integer(1)], isInclusive: true))
    let until = try last.ending(last.cursor(at: [.integer(1)], isInclusive: true))
    #expect(from.target == until.target)
    #expect(from.target != last.starting(try #require(until.end)).target)
  }

  @Test("share one listen: the second one is told at once what is in sync")
  func sharing() throws {
    var client = ClientEngine()
    var server = Server()
    _ = try server.commit(
      try (1...3).map { number in
        try .set(DocumentKey(parsing: "cities/\(number)"), [("n", .value(.integer(number)))])
      }, at: Timestamp(seconds: 1, nanoseconds: 0), isTrusted: true)
    client.listen(1, to: first, options: GateOptions())
    client.streamOpened()
    _ = follow(&client, &server)
    #expect(server.targets(of: 1).count == 1)
    client.listen(2, to: last, options: GateOptions())
    let told = follow(&client, &server)
    #expect(told == ["2 synced [2, 1]"])
    #expect(server.targets(of: 1).count == 1)
    client.stopListening(1)
    _ = follow(&client, &server)
    #expect(server.targets(of: 1).count == 1)
    client.stopListening(2)
    _ = follow(&client, &server)
    #expect(server.targets(of: 1).isEmpty)
  }

  @Test("are refused together")
  func refusal() {
    var client = ClientEngine()
    client.listen(1, to: first, options: GateOptions())
    client.listen(2, to: last, options: GateOptions())
    client.streamOpened()
    var targets: [TargetID] = []
    for case .listen(let target, _, _) in client.takeEffects() { targets.append(target) }
    #expect(targets.count == 1)
    client.refuse(targets[0], FirestoreErrorCode(.permissionDenied))
    var failed: [ListenerID] = []
    for case .fail(let id, _) in client.takeEffects() { failed.append(id) }
    #expect(failed == [1, 2])
  }

  /// Has done what the client wants, and says what its listeners are told.
  private func follow(_ client: inout ClientEngine, _ server: inout Server) -> [String] {
    var told: [String] = []
    while case let effects = client.takeEffects(), !effects.isEmpty {
      for effect in effects {
        switch effect {
        case .listen(let target, let shape, let resume):
          if let answer = try? server.listen(1, target, to: shape, resume: resume) {
            client.receive(answer)
          }
        case .unlisten(let target): server.unlisten(1, target)
        case .deliver(let id, let snapshot):
          let ids = snapshot.documents.documents.map(\.key.id.text).joined(separator: ", ")
          told.append("\(id) \(snapshot.isFromCache ? "cached" : "synced") [\(ids)]")
        default: break
        }
      }
    }
    return told
  }
}
