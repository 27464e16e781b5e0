import FakeDatabase
import SluiceSimulation
import Testing

/// A scheduler that runs whatever comes to its mind.
struct AnyOrder: Scheduler {
  var numbers: TestRandom

  mutating func begin() {}
  mutating func choose(from ready: ReadyEvents) -> Int { numbers.below(ready.count) }
  mutating func random() -> UInt64 { numbers.next() }
}

/// A listener for all kinds of events of one query, who keeps the children by their events alone.
private final class Follower {
  let query: DatabaseQuery
  private var handles: [DatabaseHandle] = []
  private(set) var children: [ChildKey: TreeNode] = [:]
  private(set) var value: TreeNode?
  private(set) var complaints: [String] = []

  init(_ query: DatabaseQuery) {
    self.query = query
  }

  var isListening: Bool { !handles.isEmpty }

  func listen() {
    children = [:]
    value = nil
    handles = DataEventType.allCases.map { type in
      query.observe(type) { [self] snapshot in hear(type, snapshot) }
    }
  }

  func leave() {
    for handle in handles { query.removeObserver(withHandle: handle) }
    handles = []
  }

  private func hear(_ type: DataEventType, _ snapshot: DataSnapshot) {
    let key = ChildKey(snapshot.key)
    switch type {
    case .childAdded where children[key] != nil: complaints.append("\(key) came twice")
    case .childChanged where children[key] == nil, .childMoved where children[key] == nil,
      .childRemoved where children[key] == nil:
      complaints.append("\(type) of \(key), which is not there")
    case .childAdded, .childChanged: children[key] = snapshot.node
    case .childRemoved: children[key] = nil
    case .childMoved: break
    case .value: value = snapshot.node
    }
  }
}

@Suite("Convergence of databases")
struct DatabaseConvergenceTests {
  private static func queries(_ place: DatabaseReference) -> [DatabaseQuery] {
    [
      place, place.child("b"), place.queryOrderedByValue().queryLimited(toFirst: 2),
      place.queryOrderedByKey().queryLimited(toLast: 2),
      place.queryOrderedByPriority().queryStarting(atValue: 2).queryEnding(beforeValue: 8),
      place.queryOrdered(byChild: "x").queryStarting(afterValue: 1).queryLimited(toFirst: 3),
    ]
  }

  @Test(
    "whatever two clients do, all end with the server's data, and child events add up to them",
    arguments: 1...80 as ClosedRange<UInt64>)
  func converge(_ seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    let latency = DatabaseLatency(
      connect: .milliseconds(random.below(9)), listen: .milliseconds(random.below(9)),
      write: .milliseconds(random.below(9)), watch: .milliseconds(random.below(9)))
    let scheduler: any Scheduler =
      seed.isMultiple(of: 2) ? AnyOrder(numbers: TestRandom(seed: seed)) : FirstInFirstOut()
    try DatabaseWorld.run(latency: latency, under: scheduler) { world in
      let clients = [world.database, world.makeSecond()]
      let followers = clients.flatMap { client in
        Self.queries(client.reference(withPath: "n")).map { Follower($0) }
      }
      for follower in followers where random.chance(60) { follower.listen() }
      for _ in 0..<40 {
        Self.act(random.pick(clients), random.pick(followers), world, &random)
        if random.chance(60) { world.pass(.milliseconds(random.below(12))) }
      }
      for place in ["n", "n/a", "n/b"] { world.emulator.allow(place) }
      for client in clients { client.goOnline() }
      world.pass(.seconds(60))
      for follower in followers where follower.isListening { Self.check(follower, world) }
    }
  }

  private static func check(_ follower: Follower, _ world: DatabaseWorld) {
    let specification = follower.query.specification
    let server = world.emulator.node(at: specification.path)
    let expected = server.answer(to: specification.parameters)
    #expect(follower.complaints == [])
    #expect(follower.value == expected)
    #expect(follower.children.count == expected.childCount)
    for child in expected.children { #expect(follower.children[child.key] == child.node) }
  }

  private static func act(
    _ client: Database, _ follower: Follower, _ world: DatabaseWorld, _ random: inout TestRandom
  ) {
    let place = client.reference(withPath: "n")
    let key = random.pick(["a", "b", "c", "d"])
    let number = random.below(10)
    switch random.below(14) {
    case 0: place.setValue(random.pick([nil, number, ["a": number, "c": ["x": 1]]] as [Any?]))
    case 1, 2: place.child(key).setValue(random.chance(70) ? number : nil)
    case 3: place.child(key).setValue(["x": number], andPriority: number)
    case 4: place.child(key).setPriority(random.chance(70) ? number : nil)
    case 5: place.updateChildValues(["\(key)/x": number, "e": ServerValue.increment(1)])
    case 6:
      place.child(key).runTransactionBlock(
        { data in
          data.value = (data.value as? Int ?? 0) + 1
          return .success(withValue: data)
        }, withLocalEvents: random.chance(50))
    case 7: place.child(key).onDisconnectSetValue(number)
    case 8: client.goOffline()
    case 9: client.goOnline()
    case 10: world.emulator.deny(random.pick(["n", "n/a", "n/b"]), [.write])
    case 11: for place in ["n", "n/a", "n/b"] { world.emulator.allow(place) }
    case 12: world.emulator.put("n/\(key)", ["x": number, "y": number])
    default: if follower.isListening { follower.leave() } else { follower.listen() }
    }
  }
}
