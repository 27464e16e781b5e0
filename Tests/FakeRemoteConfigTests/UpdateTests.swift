import FakeRemoteConfig
import Foundation
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("Config update listener")
struct UpdateTests {
  @Test("has no first call, whatever was published before")
  func noFirstCall() throws {
    try ConfigWorld.run { world in
      world.publish(("color", "red"))
      let listener = world.listen()
      world.pass(.seconds(3600))
      #expect(listener.news.isEmpty)
    }
  }

  @Test("is called on a queue of the product's own and not on the main one")
  func queue() throws {
    try ConfigWorld.run { world in
      let wasOnMain = Mutex<Bool?>(nil)
      let listener = world.listen()
      listener.onNews = {
        let isMain = Thread.isMainThread
        wasOnMain.withLock { wasOnMain in wasOnMain = isMain }
      }
      world.settle()
      world.publish(("color", "red"))
      #expect(wasOnMain.withLock { wasOnMain in wasOnMain } == false)
    }
  }

  @Test("is told one after another: no call begins inside another one")
  func serial() throws {
    try ConfigWorld.run { world in
      let depth = Mutex((now: 0, most: 0))
      let listeners = (0..<3).map { _ in world.listen() }
      world.settle()
      for listener in listeners {
        listener.onNews = {
          depth.withLock { depth in depth = (depth.now + 1, max(depth.most, depth.now + 1)) }
          world.emulator.sendInvalidMessage()
          listener.onNews = nil
          depth.withLock { depth in depth.now -= 1 }
        }
      }
      world.publish(("color", "red"))
      #expect(depth.withLock { depth in depth.most } == 1)
      #expect(listeners.map { listener in listener.news.count } == [4, 4, 4])
    }
  }

  @Test("of several is told with all others, in whichever order they are told")
  func order() throws {
    for isReversed in [false, true] {
      var behavior = RemoteConfigBehavior()
      behavior.tellsInReverseOrder = isReversed
      try ConfigWorld.run(behavior: behavior) { world in
        let order = Mutex<[Int]>([])
        let listeners = (1...3).map { number in
          let listener = world.listen()
          listener.onNews = { order.withLock { order in order.append(number) } }
          return listener
        }
        world.settle()
        world.publish(("color", "red"))
        #expect(order.withLock { order in order } == (isReversed ? [3, 2, 1] : [1, 2, 3]))
        #expect(listeners.map(\.news) == Array(repeating: [#"update("color")"#], count: 3))
      }
    }
  }

  @Test("that is removed inside another's callback is still told in that pass, and not after it")
  func removedInPass() throws {
    try ConfigWorld.run { world in
      let first = world.listen()
      let second = world.listen()
      first.onNews = { second.remove() }
      world.settle()
      world.publish(("color", "red"))
      #expect(first.news == [#"update("color")"#])
      #expect(second.news == [#"update("color")"#])
      world.publish(("color", "blue"))
      #expect(second.news.isEmpty)
      #expect(world.config.listenerCount == 1)
    }
  }

  @Test("that removes itself is still told what is queued already")
  func queuedGoesOn() throws {
    try ConfigWorld.run { world in
      let listener = world.listen()
      world.settle()
      world.emulator.sendInvalidMessage()
      world.publish(("color", "red"))
      #expect(listener.news == ["message-invalid", #"update("color")"#])
      // Both are queued when the first comes, for the template needs no time.
      listener.onNews = { listener.remove() }
      world.emulator.sendInvalidMessage()
      world.emulator.sendInvalidMessage()
      world.settle()
      #expect(listener.news == ["message-invalid", "message-invalid"])
      listener.remove()
      #expect(world.config.listenerCount == 0)
    }
  }

  @Test("is told of changed keys only: a template that changes nothing is no news")
  func changedKeysOnly() throws {
    try ConfigWorld.run { world in
      world.publish(("color", "red"), ("size", "1"))
      world.config.fetchAndActivate()
      world.settle()
      let listener = world.listen()
      world.settle()
      world.publish(("color", "red"))
      #expect(listener.news.isEmpty)
      world.publish(("size", "2"))
      #expect(listener.news == [#"update("size")"#])
    }
  }

  @Test("is told of added and of removed keys, sorted where they are written")
  func kindsOfChange() throws {
    try ConfigWorld.run { world in
      world.publish(("color", "red"), ("size", "1"))
      world.config.fetchAndActivate()
      world.settle()
      let listener = world.listen()
      world.settle()
      world.publish(("size", nil), ("zoom", "1"), ("alpha", "1"))
      #expect(listener.news == [#"update("alpha", "size", "zoom")"#])
    }
  }

  @Test("hears of keys that add up until they are activated, for the active ones are compared")
  func addUp() throws {
    try ConfigWorld.run { world in
      let listener = world.listen()
      world.settle()
      world.publish(("color", "red"))
      world.publish(("size", "1"))
      #expect(listener.news == [#"update("color")"#, #"update("color", "size")"#])
      world.activate()
      world.publish(("size", "2"))
      #expect(listener.news == [#"update("size")"#])
      // Taken back to what is active, it is no change any more.
      world.publish(("size", "1"))
      #expect(listener.news.isEmpty)
    }
  }

  @Test("is told nothing of a template that the app has fetched by itself before it is announced")
  func fetchedBefore() throws {
    try ConfigWorld.run(latency: RemoteConfigLatency(message: .seconds(1))) { world in
      let listener = world.listen()
      world.settle()
      world.publish(("color", "red"))
      world.config.fetch(withExpirationDuration: 0)
      world.pass(.seconds(2))
      #expect(listener.news.isEmpty)
    }
  }

  @Test("is told the same keys for each of two templates that are announced before a fetch is done")
  func twoAnnounced() throws {
    try ConfigWorld.run(latency: RemoteConfigLatency(fetch: .seconds(1))) { world in
      let listener = world.listen()
      world.settle()
      world.publish(("color", "red"))
      world.publish(("size", "1"))
      world.pass(.seconds(1))
      #expect(listener.news == Array(repeating: #"update("color", "size")"#, count: 2))
    }
  }

  @Test("is told of what was published while nobody listened, once somebody does again")
  func missed() throws {
    try ConfigWorld.run { world in
      let first = world.listen()
      world.settle()
      first.remove()
      world.publish(("color", "red"))
      #expect(first.news.isEmpty)
      let second = world.listen()
      world.settle()
      #expect(second.news == [#"update("color")"#])
    }
  }

  @Test("is not removed by its object, which it does not keep")
  func memory() throws {
    try ConfigWorld.run { world in
      do {
        let config = world.emulator.makeRemoteConfig(spy: Spy(log: world.log), name: "other")
        let registration = config.addOnConfigUpdateListener { _, _ in }
        world.settle()
        registration.remove()
        #expect(world.log.livingSentinels == [.owner, .owner, .handle(1)].uniqued)
      }
      world.settle()
      #expect(world.log.livingSentinels == [.owner])
    }
  }

  @Test("has its closure kept after its removal, and its handle remove it, where told so")
  func behavior() throws {
    var behavior = RemoteConfigBehavior()
    behavior.registrations.keepsRemovedListeners = true
    behavior.registrations.handlesRemoveThemselves = true
    try ConfigWorld.run(behavior: behavior) { world in
      var registration: ConfigUpdateListenerRegistration? =
        world.config.addOnConfigUpdateListener { _, _ in }
      world.settle()
      #expect(world.config.listenerCount == 1)
      _ = registration
      registration = nil
      #expect(world.config.listenerCount == 0)
      #expect(world.log.livingSentinels == [.owner, .fixture])
      #expect(world.emulator.connection(of: world.config) == "closed")
    }
  }
}

extension [Event.SentinelRole] {
  /// Each role once: living roles are listed so.
  fileprivate var uniqued: Self {
    reduce(into: []) { roles, role in if !roles.contains(role) { roles.append(role) } }
  }
}
