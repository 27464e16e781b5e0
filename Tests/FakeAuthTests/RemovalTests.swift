import FakeAuth
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Removal of an Auth listener")
struct RemovalTests {
  @Test("mutes it against a change that is posted already", arguments: AuthWorld.Subject.allCases)
  func muted(_ subject: AuthWorld.Subject) throws {
    try AuthWorld.run { world in
      let first = world.listen(subject)
      let second = world.listen(subject)
      world.settle()
      _ = (first.news, second.news)
      first.onNews = { second.remove() }
      world.signIn("ada")
      #expect(first.news == ["ada"])
      #expect(second.news.isEmpty)
    }
  }

  @Test("does nothing the second time, nor for what no add returned")
  func again() throws {
    try AuthWorld.run { world in
      let listener = world.listen()
      world.settle()
      listener.remove()
      listener.remove()
      world.auth.removeStateDidChangeListener(NSObject())
      #expect(world.auth.listenerCount == 0)
      let removes = world.log.entries.compactMap { entry in
        switch entry.event {
        case .removeCalled(let id, by: _): "#\(id.number)"
        case .removeUnmatched(let value, by: _): "\(value)"
        default: nil
        }
      }
      #expect(removes == ["#1", "#1", #""NSObject""#])
    }
  }

  @Test("inside its own callback is safe")
  func inside() throws {
    try AuthWorld.run { world in
      let listener = world.listen()
      listener.onNews = { listener.remove() }
      world.settle()
      world.signIn("ada")
      #expect(listener.news == ["nobody"])
    }
  }

  @Test("ends the closure at once, unless the first call is on its way")
  func closure() throws {
    try AuthWorld.run { world in
      let early = world.listen()
      early.remove()
      #expect(world.log.livingSentinels == [.owner, .fixture, .handle(1)])
      world.settle()
      #expect(world.log.livingSentinels == [.owner, .handle(1)])
      early.removal = nil
      let late = world.listen()
      world.settle()
      late.remove()
      #expect(world.log.livingSentinels == [.owner, .handle(2)])
    }
  }

  @Test("keeps the closure until the object goes away, where it is told so")
  func kept() throws {
    var behavior = RegistrationBehavior()
    behavior.keepsRemovedListeners = true
    try AuthWorld.run { world in
      do {
        let auth = world.emulator.makeAuth(
          spy: Spy(log: world.log), name: "other", behavior: behavior)
        let handle = auth.addStateDidChangeListener { _, _ in }
        world.settle()
        auth.removeStateDidChangeListener(handle)
        world.settle()
        #expect(auth.listenerCount == 0)
        #expect(world.log.livingSentinels == [.owner, .fixture, .handle(1)])
      }
      #expect(world.log.livingSentinels == [.owner])
    }
  }

  @Test("is done by a dropped handle, where it is told so")
  func dropped() throws {
    var behavior = RegistrationBehavior()
    behavior.handlesRemoveThemselves = true
    try AuthWorld.run(behavior: behavior) { world in
      var handle: (any NSObjectProtocol)? = world.auth.addStateDidChangeListener { _, _ in }
      #expect(world.auth.listenerCount == 1)
      _ = handle
      handle = nil
      #expect(world.auth.listenerCount == 0)
    }
  }

  @Test("leaves nothing behind over a thousand listeners that came and went")
  func churn() throws {
    try AuthWorld.run { world in
      for _ in 0..<1_000 {
        let listener = world.listen()
        world.settle()
        listener.remove()
      }
      #expect(world.log.livingSentinels == [.owner])
    }
  }
}
