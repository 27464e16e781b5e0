import FakeDatabase
import SluiceSpies
import Testing

@Suite("Tree nodes")
struct TreeNodeTests {
  @Test("values are ordered: nothing, false, true, numbers, texts, children")
  func valueOrder() throws {
    let sorted: [TreeNode] = try [
      TreeNode(nil), TreeNode(false), TreeNode(true), TreeNode(-2), TreeNode(-1.5), TreeNode(0),
      TreeNode(9_007_199_254_740_993), TreeNode("1"), TreeNode("a"), TreeNode(["x": 1]),
    ]
    for (position, left) in sorted.enumerated() {
      for (other, right) in sorted.enumerated() {
        #expect(left.order(against: right) == Ordering(position, other), "\(left) \(right)")
      }
    }
  }

  @Test("priorities are ordered: none, numbers, texts")
  func priorityOrder() {
    let sorted: [LeafValue?] = [nil, .double(-0.5), .integer(0), .integer(10), .string("1")]
    for (position, left) in sorted.enumerated() {
      for (other, right) in sorted.enumerated() {
        #expect(LeafValue.order(left, right) == Ordering(position, other))
      }
    }
  }

  @Test("an integer equals the double of its value, and big ones are told apart exactly")
  func numbers() throws {
    #expect(try TreeNode(1) == TreeNode(1.0))
    #expect(LeafValue.integer(0) == .double(-0.0))
    #expect(LeafValue.integer(9_007_199_254_740_993) != .double(9_007_199_254_740_992))
    #expect(LeafValue.integer(.max).order(against: .double(0x1p63)) == .ascending)
    #expect(LeafValue.integer(.min).order(against: .double(-0x1p63)) == .same)
    #expect(LeafValue.integer(-1).order(against: .double(-1.5)) == .descending)
    #expect(Set<LeafValue>([.integer(1), .double(1), .boolean(true)]).count == 2)
  }

  @Test("equality is of values and priorities at every depth")
  func equality() throws {
    let node = try TreeNode(["a": ["b": 1], "c": "x"])
    #expect(try node == TreeNode(["c": "x", "a": ["b": 1.0]]))
    #expect(try node != TreeNode(["a": ["b": 2], "c": "x"]))
    #expect(try node != TreeNode(["a": ["b": 1], "c": "x", ".priority": 1]))
    #expect(try node != TreeNode(["a": ["b": [".value": 1, ".priority": 1]], "c": "x"]))
    #expect(try TreeNode(1) != TreeNode("1"))
    #expect(try TreeNode(true) != TreeNode(1))
  }

  @Test("a leaf that gets a child stops being one and keeps its priority")
  func leafBecomesChildren() throws {
    let leaf = try TreeNode([".value": 1, ".priority": "p"])
    #expect(try leaf.setting("a", to: TreeNode(2)) == TreeNode(["a": 2, ".priority": "p"]))
    #expect(leaf.setting("a", to: .empty) == leaf)
    #expect(leaf.setting(["a", "b"], to: .empty) == leaf)
  }

  @Test("taking out the last child leaves nothing, at every depth and with its priority")
  func lastChild() throws {
    let node = try TreeNode(["a": ["b": ["c": 1]], ".priority": 3])
    #expect(node.setting(["a", "b", "c"], to: .empty).isEmpty)
    #expect(node.setting(["a", "b", "d"], to: .empty) == node)
  }

  @Test("the key .priority leads to the priority; nothing has none")
  func priorities() throws {
    let node = try TreeNode(["a": [".value": 1, ".priority": 5]])
    let path: TreePath = ["a", ".priority"]
    #expect(try node.node(at: path) == TreeNode(5))
    #expect(try node.setting(path, to: TreeNode("x"))["a"].priority == .string("x"))
    #expect(node.setting(path, to: .empty)["a"].priority == nil)
    #expect(node.setting(["b", ".priority"], to: .leaf(.integer(1))) == node)
    #expect(!node.hasChild("b") && !node.hasChild(".priority") && node["a"].hasChild(".priority"))
  }

  @Test("an index made once stands right after any changes", arguments: [1, 2, 3])
  func carriedIndexes(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    let indexes: [SortIndex] = [.priority, .value, .child(["x"]), .child(["x", "y"])]
    var node = TreeNode.empty
    for _ in 0..<400 {
      let key = ChildKey("\(random.below(12))")
      let value: DatabaseValue = random.pick([
        nil, 1, 2, "a", ["x": .integer(Int64(random.below(3)))], ["x": ["y": 1]],
        [".value": 1, ".priority": .integer(Int64(random.below(3)))],
      ])
      node = node.setting(key, to: try TreeNode(value))
      for index in indexes {
        node = node.indexed(by: index)
        let sorted = node.children.sorted { index.order(of: $0, $1) == .ascending }
        #expect(node.children(by: index).map(\.key) == sorted.map(\.key))
        #expect(node.children(by: index).map(\.node) == sorted.map(\.node))
      }
    }
  }
}
