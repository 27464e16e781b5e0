import FakeDatabase
import SluiceSpies
import Testing

@Suite("Events of one operation")
struct EventOrderTests {
  private static let kinds: [DataEventType] = [
    .value, .childChanged, .childMoved, .childAdded, .childRemoved,
  ]

  @Test("are at first each child in the order of the index with the one before it, then the value")
  func first() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 3, "b": 1, "c": 2])
      let query = world.place("n").queryOrderedByValue()
      world.listen("V", .value, to: query)
      world.listen("A", .childAdded, to: query)
      #expect(
        world.news == [
          "A: added b=1", "A: added c=2 after b", "A: added a=3 after c",
          "V: value {a: 3, b: 1, c: 2}",
        ])
    }
  }

  @Test("are no value before the data are complete")
  func incomplete() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(listen: .seconds(1))) { world in
      world.place("n/a").keepSynced(true)
      world.emulator.put("n", ["a": 1, "b": 2])
      world.pass(.seconds(2))
      world.listen("V", .value, to: world.place("n"))
      world.listen("A", .childAdded, to: world.place("n"))
      #expect(world.news == ["A: added a=1"])
      world.pass(.seconds(1))
      #expect(world.news == ["A: added b=2 after a", "V: value {a: 1, b: 2}"])
    }
  }

  @Test("come by kind: removed, added, moved, changed, value, and by the index within a kind")
  func kinds() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1, "b": 2, "c": 3, "d": 4])
      let query = world.place("n").queryOrderedByValue()
      for kind in Self.kinds { world.listen("L", kind, to: query) }
      _ = world.news
      world.emulator.put("n", ["c": 9, "d": 5, "f": 0, "e": 7])
      #expect(
        world.news == [
          "L: removed a=1", "L: removed b=2", "L: added f=0", "L: added e=7 after d",
          "L: moved d=5 after f", "L: moved c=9 after e", "L: changed d=5 after f",
          "L: changed c=9 after e", "L: value {c: 9, d: 5, e: 7, f: 0}",
        ])
    }
  }

  @Test("tell of a move with every change of the value in the order, also to the same place")
  func moves() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": ["p": 1, "q": 1], "b": ["p": 5]])
      let query = world.place("n").queryOrdered(byChild: "p")
      world.listen("M", .childMoved, to: query)
      world.listen("C", .childChanged, to: query)
      _ = world.news
      world.emulator.put("n/a/p", 2)
      #expect(
        world.news == ["M: moved a={p: 2, q: 1}", "C: changed a={p: 2, q: 1}"])
      world.emulator.put("n/a/q", 2)
      #expect(world.news == ["C: changed a={p: 2, q: 2}"])
    }
  }

  @Test("come to listeners of deeper places first, and to those of one place in their order")
  func depth() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n/a/x", 1)
      world.listen("top", .value, to: world.place("n"))
      world.listen("first", .value, to: world.place("n/a/x"))
      world.listen("second", .value, to: world.place("n/a/x"))
      world.listen("middle", .value, to: world.place("n/a"))
      _ = world.news
      world.emulator.put("n/a/x", 2)
      #expect(
        world.news == [
          "first: value 2", "second: value 2", "middle: value {x: 2}", "top: value {a: {x: 2}}",
        ])
    }
  }

  @Test("show a local write at once, nothing at its acknowledgement, and the inverse at a revert")
  func writes() throws {
    try DatabaseWorld.run(latency: DatabaseLatency(write: .seconds(1))) { world in
      world.emulator.put("n", ["a": 1])
      for kind in Self.kinds { world.listen("L", kind, to: world.place("n")) }
      _ = world.news
      world.place("n/b").setValue(2) { error, _ in world.note("end \(error == nil)") }
      #expect(world.news == ["L: added b=2 after a", "L: value {a: 1, b: 2}"])
      world.pass(.seconds(1))
      #expect(world.news == ["end true"])
      world.emulator.deny("n", [.write])
      world.place("n").setValue(["a": 7]) { error, _ in
        world.note(error.map { DatabaseWorld.text($0) } ?? "no error")
      }
      #expect(world.news == ["L: removed b=2", "L: changed a=7", "L: value {a: 7}"])
      world.pass(.seconds(1))
      #expect(
        world.news == [
          "L: added b=2 after a", "L: changed a=1", "L: value {a: 1, b: 2}", "error 1",
        ])
    }
  }
}
