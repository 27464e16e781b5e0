import FakeDatabase
import Testing

@Suite("Sync trees")
struct SyncTreeTests {
  private func node(_ value: DatabaseValue) throws -> TreeNode { try TreeNode(value) }

  @Test("a first listener hears of each child in order with the one before, then of the value")
  func initialEvents() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a"]), .value(1))
    _ = tree.serverSet(["a"], to: try node(["y": 1, "x": 2]))
    #expect(
      tree.listen(to: .init(["a"]), .all(2)).events.map(\.text) == [
        "2 childAdded x 2", "2 childAdded y 1 behind x", "2 value {\"x\": 2, \"y\": 1}",
      ])
    #expect(
      tree.listen(to: .init(["a"]), Registration(3, [.childAdded])).events.map(\.text) == [
        "3 childAdded x 2", "3 childAdded y 1 behind x",
      ])
    #expect(tree.listen(to: .init(["a"]), Registration(4, [.childChanged])).events.isEmpty)
    #expect(tree.listen(to: .init(["b"]), .all(5)).events.isEmpty)
  }

  @Test("one operation raises removed, added, moved, changed, value, each to listeners in turn")
  func eventOrder() throws {
    var tree = SyncTree()
    var parameters = QueryParameters()
    parameters.explicitIndex = .value
    let query = QuerySpecification(["a"], parameters)
    _ = tree.listen(to: query, .all(2))
    _ = tree.listen(to: query, .value(1))
    _ = tree.serverSet(["a"], to: try node(["p": 1, "q": 2, "r": 3]))
    let events = tree.serverSet(["a"], to: try node(["p": 9, "q": 2, "s": 0]))
    #expect(
      events.map(\.text) == [
        "2 childRemoved r 3", "2 childAdded s 0", "2 childMoved p 9 behind q",
        "2 childChanged p 9 behind q", "2 value {\"p\": 9, \"q\": 2, \"s\": 0}",
        "1 value {\"p\": 9, \"q\": 2, \"s\": 0}",
      ])
  }

  @Test("deeper places hear of a change before those above them")
  func depthOrder() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init([]), .value(1))
    _ = tree.listen(to: .init(["a", "b"]), .value(2))
    _ = tree.listen(to: .init(["a"]), .value(3))
    let events = tree.set(["a"], to: try node(["b": 1]), id: 1)
    #expect(events.map(\.text) == ["2 value 1", "3 value {\"b\": 1}"])
    let more = tree.serverSet([], to: try node(["c": 1]))
    #expect(more.map(\.text) == ["1 value {\"a\": {\"b\": 1}, \"c\": 1}"])
  }

  @Test("an acknowledgement of the same data shows nothing, a refusal the inverse")
  func settling() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a"]), .all(1))
    _ = tree.serverSet(["a"], to: try node(["x": 1]))
    #expect(tree.set(["a", "y"], to: try node(2), id: 1).count == 2)
    #expect(tree.serverSet(["a", "y"], to: try node(2)).isEmpty)
    #expect(tree.settle(1, isRefused: false).isEmpty)
    _ = tree.set(["a", "x"], to: .empty, id: 2)
    #expect(
      tree.settle(2, isRefused: true).map(\.text) == [
        "1 childAdded x 1", "1 value {\"x\": 1, \"y\": 2}",
      ])
    #expect(tree.settle(2, isRefused: true).isEmpty)
  }

  @Test("a refused write below one that an earlier pending write makes leaves that one whole")
  func refusalInsidePendingWrite() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a"]), .value(1))
    _ = tree.set(["a"], to: try node(["x": 1]), id: 1)
    _ = tree.set(["a", "y"], to: try node(2), id: 2)
    #expect(tree.settle(2, isRefused: true).map(\.text) == ["1 value {\"x\": 1}"])
  }

  @Test("hidden writes are seen by the latest state alone, without those left out")
  func hiddenWrites() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a"]), .value(1))
    _ = tree.serverSet(["a"], to: try node(1))
    #expect(tree.set(["a"], to: try node(2), id: 1, isVisible: false).isEmpty)
    #expect(tree.shownNode(of: .init(["a"])) == .leaf(.integer(1)))
    #expect(tree.latest(at: ["a"]) == .leaf(.integer(2)))
    #expect(tree.latest(at: ["a"], excluding: [1]) == .leaf(.integer(1)))
    #expect(tree.set(["a"], to: try node(3), id: 2).map(\.text) == ["1 value 3"])
    #expect(tree.latest(at: ["a"], excluding: [2]) == .leaf(.integer(2)))
    #expect(tree.settle(1, isRefused: true).isEmpty)
    #expect(tree.refuseAllWrites().map(\.text) == ["1 value 1"])
    #expect(tree.writes.pending.isEmpty)
  }

  @Test("a listener of the whole place takes over what is below, and gives it back when it goes")
  func takeover() throws {
    var tree = SyncTree()
    let effects = { (outcome: SyncOutcome) in outcome.effects.map(\.text) }
    #expect(
      effects(tree.listen(to: .first(1, of: ["a"]), .all(1))) == ["start /a by key first(1) as 1"])
    #expect(effects(tree.listen(to: .init(["a", "b"]), .all(2))) == ["start /a/b"])
    #expect(
      effects(tree.listen(to: .init(["a"]), .all(3))) == [
        "start /a", "stop /a by key first(1) as 1", "stop /a/b",
      ])
    #expect(effects(tree.listen(to: .init(["a"]), .all(4))) == [])
    #expect(effects(tree.listen(to: .first(2, of: ["a"]), .all(5))) == [])
    #expect(tree.unlisten(to: .init(["a"]), 3).isEmpty)
    #expect(
      tree.unlisten(to: .init(["a"]), 4).map(\.text) == [
        "start /a by key first(1) as 1", "start /a by key first(2) as 2", "start /a/b", "stop /a",
      ])
    #expect(
      tree.unlisten(to: .first(1, of: ["a"]), 1).map(\.text) == ["stop /a by key first(1) as 1"])
  }

  @Test("all data of a place is one listen, whatever the order")
  func ordersShareAListen() throws {
    var tree = SyncTree()
    var parameters = QueryParameters()
    parameters.explicitIndex = .value
    let ordered = QuerySpecification(["a"], parameters)
    #expect(tree.listen(to: ordered, .all(1)).effects.map(\.text) == ["start /a"])
    #expect(tree.listen(to: .init(["a"]), .all(2)).effects.isEmpty)
    #expect(tree.unlisten(to: ordered, 1).isEmpty)
    #expect(tree.unlisten(to: .init(["a"]), 2).map(\.text) == ["stop /a"])
  }

  @Test("a listener is looked up in all queries of a plain reference's place, else in its own")
  func removal() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .first(1, of: ["a"]), .all(1))
    #expect(tree.unlisten(to: .first(2, of: ["a"]), 1).isEmpty)
    #expect(tree.unlisten(to: .init(["a"]), 7).isEmpty)
    #expect(tree.unlisten(to: .init(["b"]), 1).isEmpty)
    #expect(tree.serverSet(["a"], to: try node(["x": 1]), tag: 1).count == 2)
    #expect(tree.unlisten(to: .init(["a"]), 1).map(\.text) == ["stop /a by key first(1) as 1"])
    #expect(tree.serverSet(["a"], to: try node(["x": 2]), tag: 1).isEmpty)
  }

  @Test("what keeps a query in sync stays when all listeners are removed, and hears nothing")
  func keepingSynced() throws {
    var tree = SyncTree()
    let query = QuerySpecification(["a"])
    #expect(tree.listen(to: query, .keepingSynced(1)).effects.map(\.text) == ["start /a"])
    _ = tree.listen(to: query, .all(2))
    #expect(tree.unlistenAll(to: query).isEmpty)
    #expect(tree.serverSet(["a"], to: try node(1)).isEmpty)
    #expect(tree.listen(to: query, .value(3)).events.map(\.text) == ["3 value 1"])
    #expect(tree.unlisten(to: query, 3).isEmpty)
    #expect(tree.unlisten(to: query, 1).map(\.text) == ["stop /a"])
  }

  @Test("a refused query tells all its listeners, removes them, and is not stopped")
  func cancellation() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a", "b"]), .value(1))
    _ = tree.listen(to: .init(["a"]), .value(2))
    _ = tree.listen(to: .first(1, of: ["a"]), .value(3))
    let outcome = tree.cancel(.init(["a"]))
    #expect(outcome.events.map(\.text) == ["2 cancelled", "3 cancelled"])
    #expect(outcome.effects.map(\.text) == ["start /a/b"])
    #expect(tree.serverSet(["a"], to: try node(["b": 1])).map(\.text) == ["1 value 1"])
    #expect(tree.cancel(.init(["a"])).events.isEmpty)
  }

  @Test("a listen that completes without data shows that there is nothing")
  func listenCompleted() {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a"]), .value(1))
    _ = tree.listen(to: .first(1, of: ["b"]), .value(2))
    #expect(tree.listenCompleted(["a"]).map(\.text) == ["1 value null"])
    #expect(tree.listenCompleted(["b"], tag: 1).map(\.text) == ["2 value null"])
    #expect(tree.listenCompleted(["b"], tag: 9).isEmpty)
  }
}
