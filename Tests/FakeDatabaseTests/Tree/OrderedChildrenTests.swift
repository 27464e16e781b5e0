import FakeDatabase
import SluiceSpies
import Testing

@Suite("Ordered children")
struct OrderedChildrenTests {
  private func child(_ key: Int, _ value: Int) -> NamedNode {
    NamedNode(ChildKey("\(key)"), .leaf(.integer(Int64(value))))
  }

  @Test("after any puts and takes the children are those of a dictionary, in order")
  func model() {
    var random = TestRandom(seed: 1)
    for _ in 0..<40 {
      var children = OrderedChildren()
      var expected: [Int: Int] = [:]
      for step in 0..<120 {
        let key = random.below(40)
        if random.chance(60) {
          children = children.inserting(child(key, step), by: .key)
          expected[key] = step
        } else {
          children = children.removing(child(key, 0), by: .key)
          expected[key] = nil
        }
      }
      let sorted = expected.sorted { $0.key < $1.key }
      #expect(Array(children).map(\.key.text) == sorted.map { "\($0.key)" })
      #expect(Array(children).map(\.node) == sorted.map { child($0.key, $0.value).node })
      #expect(children.count == expected.count)
      for (position, entry) in sorted.enumerated() {
        #expect(children[position].key.text == "\(entry.key)")
        #expect(children[ChildKey("\(entry.key)")] == child(entry.key, entry.value).node)
        let pivot = ChildKey("\(entry.key)")
        #expect(children.prefixCount { $0.key < pivot } == position)
      }
      #expect(children["missing"] == nil)
    }
  }

  @Test("an older version stays what it was")
  func versions() {
    let old = OrderedChildren(sorted: (0..<20).map { child($0, $0) })
    let new = old.inserting(child(7, 100), by: .key).removing(child(3, 0), by: .key)
    #expect(old.count == 20 && old["7"] == child(7, 7).node && old["3"] != nil)
    #expect(new.count == 19 && new["7"] == child(7, 100).node && new["3"] == nil)
    #expect(old != new)
  }

  @Test("steps grow with the logarithm, whichever way the children came", arguments: 0..<3)
  func logarithm(arrival: Int) {
    let count = 4096
    var random = TestRandom(seed: 7)
    var keys = Array(0..<count)
    if arrival == 1 { keys.reverse() }
    if arrival == 2 { keys.shuffle(using: &random) }
    var children = OrderedChildren()
    for key in keys { children = children.inserting(child(key, 0), by: .key) }
    // Balance by weight with the ratio 3 keeps the height below log(count + 1) / log(4 / 3).
    let greatestHeight = 30
    for key in stride(from: 0, to: count, by: 97) {
      #expect(WorkCounter.steps { _ = children[ChildKey("\(key)")] } <= greatestHeight)
      #expect(WorkCounter.steps { _ = children[key] } <= greatestHeight)
      let insertion = WorkCounter.steps { _ = children.inserting(child(key, 1), by: .key) }
      #expect(insertion <= greatestHeight)
      let removal = WorkCounter.steps { _ = children.removing(child(key, 0), by: .key) }
      #expect(removal <= 2 * greatestHeight)
    }
  }
}
