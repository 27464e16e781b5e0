import FakeDatabase
import Testing

@Suite("Sync tree's windows")
struct SyncTreeWindowTests {
  private var keysFromB: QueryParameters {
    var parameters = QueryParameters()
    parameters.explicitIndex = .key
    parameters.start = Endpoint(.string("b"))
    return parameters
  }

  private func node(_ value: DatabaseValue) throws -> TreeNode { try TreeNode(value) }

  @Test("a window is not filled again with what is outside the range")
  func refillWithinRange() throws {
    var parameters = keysFromB
    parameters.limit = .last(2)
    var tree = SyncTree()
    _ = tree.listen(to: .init([]), Registration(1, []))
    _ = tree.listen(to: .init(["a"], parameters), .all(2))
    _ = tree.serverSet([], to: try node(["a": ["a": 1, "b": 2, "c": 3, "d": 4]]))
    #expect(
      tree.set(["a", "d"], to: .empty, id: 1).map(\.text) == [
        "2 childRemoved d 4", "2 childAdded b 2", "2 value {\"b\": 2, \"c\": 3}",
      ])
    #expect(
      tree.set(["a", "c"], to: .empty, id: 2).map(\.text) == [
        "2 childRemoved c 3", "2 value {\"b\": 2}",
      ])
  }

  @Test("a child that left the server's part is not kept by a pending write below it")
  func writeBelowWhatLeft() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a"], keysFromB), .all(1))
    _ = tree.serverSet(["a"], to: try node(["b": ["v": 1], "c": 1]), tag: 1)
    _ = tree.set(["a", "b", "w"], to: try node(2), id: 1)
    #expect(
      tree.serverSet(["a", "b"], to: .empty, tag: 1).map(\.text) == [
        "1 childRemoved b {\"v\": 1, \"w\": 2}", "1 value {\"c\": 1}",
      ])
  }

  @Test("a window lets go of what only an ended write made known")
  func endedWrite() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .first(2, of: ["a"]), .all(1))
    _ = tree.serverSet(["a"], to: try node(["b": 1]), tag: 1)
    _ = tree.set(["a", "c"], to: try node(2), id: 1)
    #expect(tree.settle(1, isRefused: false).isEmpty)
    #expect(
      tree.serverSet(["a", "b"], to: try node(3), tag: 1).map(\.text) == [
        "1 childRemoved c 2", "1 childChanged b 3", "1 value {\"b\": 3}",
      ])
  }

  @Test("a leaf that has become children is not shown on because a write hides those")
  func hiddenChildren() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a"]), .all(1))
    _ = tree.serverSet(["a"], to: try node(["b": 5]))
    #expect(tree.set(["a", "b", "x"], to: .empty, id: 1).isEmpty)
    #expect(
      tree.serverSet(["a", "b", "x"], to: try node(7)).map(\.text) == [
        "1 childRemoved b 5", "1 value null",
      ])
  }

  @Test("a place whose children pending writes have hidden has its priority with the next one")
  func priorityOfTheHidden() throws {
    var tree = SyncTree()
    _ = tree.listen(to: .init(["a"]), .all(1))
    _ = tree.serverSet(["a"], to: try node(["b": 1, ".priority": 7]))
    _ = tree.set(["a", "b"], to: .empty, id: 1)
    #expect(
      tree.serverSet(["a", "c"], to: try node(2)).map(\.text) == [
        "1 childAdded c 2", "1 value {\"c\": 2, \".priority\": 7}",
      ])
  }
}
