import FakeDatabase
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Database listener")
struct ListenerTests {
  @Test("is never called inside observe, and comes on the main queue")
  func delivery() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", 1)
      let place = world.place("n")
      place.keepSynced(true)
      world.settle()
      place.observe(.value) { snapshot in
        MainActor.preconditionIsolated()
        world.note("told \(snapshot.projected)")
      }
      world.note("observe returned")
      #expect(world.news == ["observe returned", "told 1"])
    }
  }

  @Test("hears what was on its way when it was removed, for there is no mute")
  func noMute() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1, "b": 2])
      let place = world.place("n")
      place.keepSynced(true)
      world.settle()
      var handle: DatabaseHandle = 0
      handle = place.observe(.childAdded) { child in
        world.note("added \(child.key)")
        place.removeObserver(withHandle: handle)
      }
      #expect(world.news == ["added a", "added b"])
      let second = world.listen("L", .childAdded, to: place)
      place.removeObserver(withHandle: second)
      #expect(world.news == ["L: added a=1", "L: added b=2 after a"])
      world.emulator.put("n/c", 3)
      #expect(world.news == [])
    }
  }

  @Test("is removed behind what was asked before, in the order of one queue")
  func oneQueue() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      world.listen("L", .value, to: place)
      #expect(world.news == ["L: value null"])
      let handle = world.listen("M", .value, to: place)
      place.setValue(1)
      place.removeObserver(withHandle: handle)
      place.setValue(2)
      #expect(
        world.news == ["M: value null", "L: value 1", "M: value 1", "L: value 2"])
    }
  }

  @Test("gets each event as an event of its own, between which others may run")
  func oneByOne() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1, "b": 2])
      world.listen("L", .childAdded, to: world.place("n"))
      _ = world.news
      let delivered = world.log.entries.filter { entry in
        if case .callbackBegan = entry.event { true } else { false }
      }
      #expect(delivered.count == 2)
      #expect(Set(delivered.map(\.step)).count == 2)
    }
  }

  @Test("is removed through the plain reference from any query of the place")
  func reference() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      let handle = world.listen("L", .value, to: place.queryOrderedByKey().queryLimited(toFirst: 1))
      _ = world.news
      place.removeObserver(withHandle: handle)
      world.emulator.put("n/a", 1)
      #expect(world.news == [])
      #expect(world.unmatchedRemoves == 0)
      #expect(world.database.listenerCount == 0)
    }
  }

  @Test("is removed through its own query, and through no other")
  func query() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      let first = place.queryOrderedByKey().queryLimited(toFirst: 1)
      let handle = world.listen("L", .value, to: first)
      _ = world.news
      place.queryOrderedByKey().queryLimited(toFirst: 2).removeObserver(withHandle: handle)
      world.place("m").removeObserver(withHandle: handle)
      world.emulator.put("n/a", 1)
      #expect(world.news == ["L: value {a: 1}"])
      #expect(world.unmatchedRemoves == 2)
      place.queryOrderedByKey().queryLimited(toFirst: 1).removeObserver(withHandle: handle)
      world.emulator.put("n/a", 2)
      #expect(world.news == [])
      #expect(world.database.listenerCount == 0)
    }
  }

  @Test("that is not known is removed without a word, and the spy says that it was tried")
  func unknown() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      world.listen("L", .value, to: place)
      _ = world.news
      place.removeObserver(withHandle: 99)
      world.emulator.put("n", 1)
      #expect(world.news == ["L: value 1"])
      #expect(world.unmatchedRemoves == 1)
    }
  }

  @Test("that was removed is removed once more without effect, as the spy sees")
  func twice() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      let handle = world.listen("L", .value, to: place)
      place.removeObserver(withHandle: handle)
      place.removeObserver(withHandle: handle)
      world.settle()
      let removes = world.log.entries.count { entry in
        if case .removeCalled = entry.event { true } else { false }
      }
      #expect(removes == 2)
      #expect(world.unmatchedRemoves == 0)
    }
  }

  @Test("goes with all others of its query, or of its place")
  func all() throws {
    try DatabaseWorld.run { world in
      let place = world.place("n")
      let first = place.queryOrderedByKey().queryLimited(toFirst: 1)
      world.listen("L", .value, to: place)
      world.listen("M", .value, to: first)
      world.listen("N", .childAdded, to: first)
      _ = world.news
      first.removeAllObservers()
      #expect(world.database.listenerCount == 1)
      world.emulator.put("n/a", 1)
      #expect(world.news == ["L: value {a: 1}"])
      world.listen("M", .value, to: first)
      _ = world.news
      place.removeAllObservers()
      world.emulator.put("n/a", 2)
      #expect(world.news == [])
      #expect(world.database.listenerCount == 0)
    }
  }

  @Test("keeps neither its closure nor the database once it was removed")
  func release() throws {
    try DatabaseWorld.run { world in
      weak var kept: CapturedObject?
      do {
        let probe = CapturedObject()
        kept = probe
        let handle = world.place("n").observe(.value) { _ in withExtendedLifetime(probe) {} }
        world.settle()
        world.place("n").removeObserver(withHandle: handle)
      }
      world.settle()
      #expect(kept == nil)
    }
  }
}

/// An object that a listener captures.
private final class CapturedObject {}
