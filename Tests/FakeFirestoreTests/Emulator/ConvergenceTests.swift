import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Convergence")
struct ConvergenceTests {
  /// A list that is kept only by applying the changes of each snapshot at their indexes.
  private final class Follower {
    var list: [String] = []
    var last: QuerySnapshot?
    let includesMetadata: Bool

    init(includesMetadata: Bool = false) {
      self.includesMetadata = includesMetadata
    }

    func follow(_ snapshot: QuerySnapshot) {
      for change in snapshot.documentChanges(includeMetadataChanges: includesMetadata) {
        if change.type != .added { list.remove(at: Int(change.oldIndex)) }
        if change.type != .removed {
          list.insert(change.document.documentID, at: Int(change.newIndex))
        }
      }
      #expect(list == snapshot.documents.map(\.documentID))
      last = snapshot
    }
  }

  @Test("no schedule reorders what the server sent, or the answers to writes", arguments: 1...20)
  func order(_ seed: UInt64) throws {
    let latency = FirestoreLatency(write: .milliseconds(5), watch: .milliseconds(10))
    try World.run(latency: latency, schedule: seed) { world in
      let listener = world.listen("c/a")
      world.settle()
      _ = listener.news
      var answers: [Int] = []
      for number in 1...5 {
        try world.put("c/a", ("n", Int64(number)))
        world.firestore.document("c/b").setData(["n": number]) { _ in answers.append(number) }
      }
      world.pass(.seconds(1))
      #expect(listener.news == (1...5).map { "doc({n: \($0)})" })
      #expect(answers == [1, 2, 3, 4, 5])
    }
  }

  private static func queries(_ collection: CollectionReference) -> [Query] {
    [
      collection, collection.order(by: "n").limit(to: 3),
      collection.order(by: "n", descending: true).limit(toLast: 2),
      collection.whereField("n", isGreaterThan: 3).limit(to: 2),
      collection.whereField("n", isNotEqualTo: 5),
      collection.order(by: "n").start(at: [2]).end(before: [8]),
    ]
  }

  @Test(
    "whatever two clients do, all end with the server's results, and every change list adds up",
    arguments: 1...60 as ClosedRange<UInt64>)
  func converge(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try World.run(schedule: seed.isMultiple(of: 2) ? seed : nil) { world in
      let other = world.emulator.makeFirestore(spy: Spy(log: world.log), name: "other")
      let clients = [world.firestore, other]
      if seed.isMultiple(of: 3) {
        for client in clients {
          let settings = FirestoreSettings()
          settings.cacheSettings = MemoryCacheSettings()
          client.settings = settings
        }
      }
      let followers = zip(clients, [false, true]).map { client, includesMetadata in
        Self.queries(client.collection("c")).map { query in
          let follower = Follower(includesMetadata: includesMetadata)
          query.addSnapshotListener(includeMetadataChanges: includesMetadata) { snapshot, error in
            #expect(error == nil)
            if let snapshot { follower.follow(snapshot) }
          }
          return follower
        }
      }
      for _ in 0..<60 {
        try act(in: world, clients, &random)
      }
      for client in clients {
        client.enableNetwork()
        world.emulator.setNetwork(.reachable, of: client)
      }
      world.pass(.seconds(600))
      let judge = world.emulator.makeFirestore(spy: Spy(log: world.log), name: "judge")
      for (index, query) in Self.queries(judge.collection("c")).enumerated() {
        let expected = Follower()
        query.addSnapshotListener { snapshot, _ in snapshot.map(expected.follow) }
        world.pass(.seconds(600))
        let metadata = followers[1][index].last?.metadata
        #expect(metadata == SnapshotMetadata.synced, "query \(index)")
        for follower in followers {
          #expect(follower[index].list == expected.list, "query \(index)")
          #expect(
            follower[index].last?.documents.map(\.fields) == expected.last?.documents.map(\.fields))
        }
      }
    }
  }

  /// Something happens: a write here, there or at the server, a change of network or latency, or
  /// time.
  private func act(
    in world: World, _ clients: [Firestore], _ random: inout SplitMix64
  ) throws {
    let client = clients[Int.random(in: 0..<2, using: &random)]
    let id = ["a", "b", "c", "d", "e", "f"][Int.random(in: 0..<6, using: &random)]
    let document = client.document("c/\(id)")
    let number = Int.random(in: 0..<10, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: document.setData(["n": number])
    case 2: document.updateData(["n": number])
    case 3: document.updateData(["n": FieldValue.increment(Int64(number))])
    case 4: document.delete()
    case 5, 6: try world.put("c/\(id)", ("n", Int64(number)))
    case 7: try world.emulator.delete("c/\(id)")
    case 8:
      let network: [FirestoreNetwork] = [.reachable, .reachable, .silent, .unreachable]
      world.emulator.setNetwork(network[number % 4], of: client)
    case 9: number < 3 ? client.disableNetwork() : client.enableNetwork()
    case 10:
      let delays = (0..<4).map { _ in Duration.milliseconds(Int.random(in: 0..<50, using: &random))
      }
      world.emulator.latency = FirestoreLatency(
        connect: delays[0], listen: delays[1], write: delays[2], watch: delays[3])
    case 11: world.pass(.seconds(number * 3))
    case 12: listen(world, client, number)
    default: world.pass(.milliseconds(number * 7))
    }
    if number.isMultiple(of: 3) { world.settle() }
  }

  /// Listens for a moment, which may leave more in the cache than the other listeners show.
  private func listen(_ world: World, _ client: Firestore, _ number: Int) {
    let queries = Self.queries(client.collection("c"))
    let listener = queries[number % queries.count].addSnapshotListener { _, _ in }
    world.pass(.milliseconds(number * 20))
    listener.remove()
  }
}
