import FakeFirestore
import SluiceSpies
import Testing

@Suite("Cost of Firestore's writes")
struct FirestoreWriteCostTests {
  /// What a listener to ten of many documents costs with each write, in looks at documents.
  private struct Cost: CustomStringConvertible {
    /// A write to a document outside the limit.
    var outside = 0
    /// One that moves a document out of the limit, so that the next one comes in.
    var leaving = 0
    /// One that brings a document into the limit, so that the last one goes.
    var entering = 0
    /// A delete of a document within the limit.
    var deleting = 0

    var greatest: Int { max(outside, leaving, entering, deleting) }
    var description: String { "\(outside) \(leaving) \(entering) \(deleting)" }
  }

  @Test("grows with the logarithm of the number of documents where a query is limited to ten")
  func limited() throws {
    let costs = try [30, 300, 3000].map { documents in try Self.cost(amongst: documents) }
    for (less, more) in zip(costs, costs.dropFirst()) {
      // Ten times as many are four halvings more for each place that is looked for.
      #expect(more.greatest - less.greatest <= 80, "\(costs)")
    }
    #expect(costs[2].greatest < 3000 / 10, "\(costs)")
  }

  @Test("is that of those whom it concerns, however many listen elsewhere")
  func listenersElsewhere() throws {
    let costs = try [3, 30, 300].map { listeners in
      try Self.cost(amongst: 50, listenersElsewhere: listeners)
    }
    for (less, more) in zip(costs, costs.dropFirst()) {
      // Ten times as many are four halvings more for each query that is looked for.
      #expect(more.greatest - less.greatest <= 80, "\(costs)")
    }
    #expect(costs[2].greatest < 300, "\(costs)")
  }

  @Test("is that of the documents written where nobody listens, taken or refused")
  func unheard() throws {
    let costs = try [50, 500, 5000].map { count in
      var server = Server()
      _ = try server.commit(
        try (0..<count).map { number in try Pair.set(number, to: number) }, at: second(1),
        isTrusted: true)
      let set = try Pair.set(3, to: count)
      let other = try Pair.set(4, to: count)
      let refused = try Mutation.update(
        Pair.key(count), [(FieldPath(["n"]), .value(.integer(0)))])
      var isRefused = false
      let steps = WorkCounter.steps {
        _ = try? server.commit([set], at: second(2), isTrusted: true)
        do {
          _ = try server.commit([other, refused], at: second(3), isTrusted: true)
        } catch {
          isRefused = true
        }
        _ = server.snapshots(afterWriting: [set.key])
      }
      #expect(isRefused)
      return steps
    }
    #expect(costs[0] > 0)
    #expect(Set(costs).count == 1, "\(costs)")
  }

  @Test("grows with the logarithm of the number of those that were written and not answered yet")
  func pending() throws {
    let costs = try [20, 200, 2000].map { count in
      var world = try Pair(documents: 20, listenersElsewhere: 0)
      return try world.stepsOfPending(count) / count
    }
    #expect(costs[0] > 0)
    for (less, more) in zip(costs, costs.dropFirst()) {
      #expect(more - less <= 80, "\(costs)")
    }
  }

  private static func cost(
    amongst count: Int, listenersElsewhere: Int = 0
  ) throws -> Cost {
    var world = try Pair(documents: count, listenersElsewhere: listenersElsewhere)
    #expect(world.shown == (0..<10).map { number in Pair.name(number) })
    var cost = Cost()
    cost.outside = try world.steps(of: [Pair.set(count - 1, to: count)])
    cost.leaving = try world.steps(of: [Pair.set(0, to: 2 * count)])
    #expect(world.shown == (1..<11).map { number in Pair.name(number) })
    cost.entering = try world.steps(of: [Pair.set(0, to: -1)])
    #expect(world.shown == (0..<10).map { number in Pair.name(number) })
    cost.deleting = try world.steps(of: [.delete(Pair.key(3))])
    #expect(world.shown == [0, 1, 2, 4, 5, 6, 7, 8, 9, 10].map { number in Pair.name(number) })
    return cost
  }
}

/// A server with many documents, and a client that listens to the ten with the least numbers.
private struct Pair {
  private var server = Server()
  private var client = ClientEngine()
  private(set) var shown: [String] = []

  init(documents: Int, listenersElsewhere: Int) throws {
    _ = try server.commit(
      try (0..<documents).map { number in
        try Self.set(number, to: number)
      }, at: second(1), isTrusted: true)
    let shape = try QueryShape(path: city.collection)
      .ordered(by: FieldPath(["n"]), descending: false).limited(to: 10, .first)
    client.listen(1, to: shape, options: GateOptions())
    // The client knows all documents, as one does that has listened to them before.
    client.listen(2, to: QueryShape(path: city.collection), options: GateOptions())
    client.streamOpened()
    try follow()
    client.stopListening(2)
    for number in 0..<listenersElsewhere {
      let elsewhere = try ResourcePath(parsing: "elsewhere\(number)")
      let own = DocumentKey(collection: elsewhere, id: "own")
      client.listen(3 + 2 * number, to: QueryShape(path: elsewhere), options: GateOptions())
      client.listen(4 + 2 * number, to: QueryShape(document: own), options: GateOptions())
      _ = try server.listen(2 + number, 1, to: QueryShape(path: elsewhere))
      try follow()
    }
    try follow()
  }

  static func name(_ number: Int) -> String { "d\(number)" }

  static func key(_ number: Int) -> DocumentKey {
    DocumentKey(collection: city.collection, id: Name(name(number)))
  }

  static func set(_ number: Int, to rank: Int) throws -> Mutation {
    try .set(key(number), [("n", .value(.integer(Int64(rank))))])
  }

  /// The looks at documents that a write costs the client and the server until both have answered.
  mutating func steps(of mutations: [Mutation]) throws -> Int {
    var failure: (any Error)?
    let steps = WorkCounter.steps {
      do { try write(mutations) } catch { failure = error }
    }
    if let failure { throw failure }
    return steps
  }

  /// The looks that writes to so many documents cost that are answered one by one when all have
  /// been made.
  mutating func stepsOfPending(_ count: Int) throws -> Int {
    let writes = try (100..<100 + count).map { number in [try Self.set(number, to: number)] }
    var failure: (any Error)?
    let steps = WorkCounter.steps {
      let batches = writes.map { write in client.write(write, at: second(2)) }
      do {
        try follow()
        for (batch, write) in zip(batches, writes) { try answer(batch, write) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return steps
  }

  private mutating func write(_ mutations: [Mutation]) throws {
    try answer(client.write(mutations, at: second(2)), mutations)
  }

  /// Has the server take a batch, and the client hear of it.
  private mutating func answer(_ batch: BatchID, _ mutations: [Mutation]) throws {
    let result = try server.commit(mutations, at: second(2), by: 1)
    client.acknowledge(batch, result)
    for (_, snapshot) in server.snapshots(afterWriting: mutations.map(\.key)) {
      client.receive(snapshot)
    }
    try follow()
  }

  /// Has done what the client wants done, and notes what the listener to ten is told.
  private mutating func follow() throws {
    while case let effects = client.takeEffects(), !effects.isEmpty {
      for effect in effects {
        switch effect {
        case .listen(let target, let shape, let resume):
          client.receive(try server.listen(1, target, to: shape, resume: resume))
        case .unlisten(let target): server.unlisten(1, target)
        case .deliver(1, let snapshot): shown = snapshot.documents.documents.map(\.key.id.text)
        default: break
        }
      }
    }
  }
}
