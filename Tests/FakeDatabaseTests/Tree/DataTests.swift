import FakeDatabase
import Testing

@Suite("Data in and out")
struct DataTests {
  @Test(
    "what is exported with priorities reads back as the same node",
    arguments: [
      nil, 1, 1.5, "x", true, ["a": 1, "b": ["c": "d"]], [".value": "x", ".priority": 4],
      ["a": [".value": 1, ".priority": "p"], ".priority": 2.5],
      ["t": [".sv": "timestamp"], "n": [".sv": ["increment": 2]]],
    ] as [DatabaseValue])
  func roundTrip(value: DatabaseValue) throws {
    let node = try TreeNode(value)
    #expect(try TreeNode(node.exported) == node)
  }

  @Test("nulls and empty objects are left out, a priority on nothing with them")
  func nothing() throws {
    #expect(try TreeNode(["a": nil, "b": [:], "c": ["d": nil]]).isEmpty)
    #expect(try TreeNode([:] as DatabaseValue).isEmpty)
    #expect(try TreeNode([".priority": 1]).isEmpty)
    #expect(try TreeNode([".value": nil, ".priority": 1]).isEmpty)
    #expect(try TreeNode(["a": 1, "b": nil]) == TreeNode(["a": 1]))
  }

  @Test("a priority stands in the data or is given apart; the one in the data wins")
  func priorities() throws {
    #expect(try TreeNode(1, priority: 2) == TreeNode([".value": 1, ".priority": 2]))
    #expect(try TreeNode([".value": 1, ".priority": 3], priority: 2).priority == .integer(3))
    #expect(try TreeNode(["a": 1], priority: "p").exported == ["a": 1, ".priority": "p"])
    #expect(try TreeNode(["a": 1], priority: "p").value == ["a": 1])
  }

  @Test("arrays become children by position; children become an array if half the places are taken")
  func arrays() throws {
    let node = try TreeNode(["a", nil, "c"] as DatabaseValue)
    #expect(node.exported == ["0": "a", "2": "c"])
    #expect(node.value == ["a", nil, "c"])
    #expect(try TreeNode(["0": 1, "2": 1]).value == [1, nil, 1])
    #expect(try TreeNode(["0": 1, "4": 1]).value == ["0": 1, "4": 1])
    #expect(try TreeNode(["0": 1, "01": 1]).value == ["0": 1, "01": 1])
    #expect(try TreeNode(["-1": 1, "0": 1]).value == ["-1": 1, "0": 1])
    #expect(try TreeNode(["0": 1, "a": 1]).value == ["0": 1, "a": 1])
  }

  @Test(
    "data that the product does not take is refused",
    arguments: [
      (["a.b": 1], .invalidKey("a.b", at: "/")),
      (["": 1], .invalidKey("", at: "/")),
      (["a": ["$": 1]], .invalidKey("$", at: "/a")),
      ([".value": 1, "a": 2], .valueBesideChildren(at: "/")),
      ([".sv": "timestamp", "a": 2], .valueBesideChildren(at: "/")),
      ([".sv": "now"], .invalidServerValue(at: "/")),
      ([".sv": ["increment": "a"]], .invalidServerValue(at: "/")),
      ([".value": ["a": 1]], .invalidServerValue(at: "/")),
      ([".value": [1]], .invalidLeaf(at: "/")),
      (["a": 1, ".priority": true], .invalidPriority(at: "/")),
      (["a": 1, ".priority": [1]], .invalidLeaf(at: "/")),
      (["a": .double(.nan)], .numberNotFinite(at: "/a")),
      (["a": .double(-.infinity)], .numberNotFinite(at: "/a")),
    ] as [(DatabaseValue, DatabaseUsageError)])
  func refusals(value: DatabaseValue, error: DatabaseUsageError) {
    #expect(throws: error) { try TreeNode(value) }
  }

  @Test("a path has 32 keys and 768 bytes at most")
  func limits() throws {
    var value: DatabaseValue = 1
    for _ in 0..<32 { value = .object([.init("k", value)]) }
    #expect(try !TreeNode(value).isEmpty)
    #expect(throws: DatabaseUsageError.self) { try TreeNode(["k": value]) }
    #expect(throws: DatabaseUsageError.self) { try TreeNode(value, at: ["k"]) }
    let longest = String(repeating: "é", count: 384)
    #expect(try !TreeNode([longest: 1]).isEmpty)
    let error = DatabaseUsageError.pathTooLong("/a\(longest)", bytes: 769)
    #expect(throws: error) { try TreeNode(["a\(longest)": 1]) }
    #expect(throws: DatabaseUsageError.self) { try TreeNode([longest: 1], at: ["k"]) }
  }

  @Test("a text has ten megabytes at most")
  func textLimit() throws {
    let longest = String(repeating: "x", count: TreeLimits.textBytes)
    #expect(try TreeNode(.string(longest)).isLeaf)
    let error = DatabaseUsageError.textTooLong(at: "/", bytes: TreeLimits.textBytes + 1)
    #expect(throws: error) { try TreeNode(.string(longest + "x")) }
  }
}
