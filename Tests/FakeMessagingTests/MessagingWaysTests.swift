import FakeMessaging
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Ways into Messaging")
struct MessagingWaysTests {
  @Test("beside the delegate are notifications of tokens and messages, for any number of observers")
  func notifications() throws {
    try MessagingWorld.run { world in
      let (told, delegated) = (Told(), Told())
      let delegate = NotingDelegate(delegated)
      world.messaging.delegate = delegate
      let center = world.messaging.notificationCenter
      let observations = (1...2).map { number in
        center.addObserver(forName: .registrationTokenRefreshed) { notification in
          told.note("\(number) \(notification.token ?? "nil")")
        }
      }
      let other = center.addObserver(forName: .messageReceived) { notification in
        told.note(notification.message?.messageID)
      }
      #expect(told.news == [])
      world.emulator.refreshToken("t1")
      world.settle()
      world.emulator.send(message: "m1")
      world.settle()
      #expect(told.news == ["1 t1", "2 t1", "m1"])
      center.removeObserver(observations[0])
      center.removeObserver(other)
      world.messaging.deleteToken { _ in }
      world.emulator.send(message: "m2")
      world.settle()
      #expect(told.news == ["2 nil"])
      center.removeObserver(observations[1])
      #expect(delegated.news == ["t1", "m1", "nil", "m2"])
      #expect(world.registrations == ["+1", "+2", "+3", "+4", "-2", "-4", "-3"])
      withExtendedLifetime(delegate) {}
    }
  }

  @Test("for messages is a listener too, which its registration ends")
  func listeners() throws {
    try MessagingWorld.run { world in
      let told = Told()
      let registration = world.messaging.addMessageListener { message in
        told.note("\(message.messageID) \(message.appData["kind"] as? String ?? "")")
      }
      world.emulator.send(message: "m1", data: ["kind": "news"])
      world.settle()
      #expect(told.news == ["m1 news"])
      world.emulator.send(message: "m2")
      registration.remove()
      registration.remove()
      world.settle()
      #expect(told.news == [])
      #expect(world.messaging.listenerCount == 0)
    }
  }

  @Test("tell in the foreground alone, in the order of sending, and what waited after that")
  func foreground() throws {
    try MessagingWorld.run { world in
      let told = Told()
      _ = world.messaging.addMessageListener { message in told.note(message.messageID) }
      world.emulator.latency.message = .seconds(2)
      world.emulator.send(message: "m1")
      world.emulator.latency.message = .seconds(1)
      world.emulator.send(message: "m2")
      world.pass(.seconds(1))
      #expect(told.news == [])
      world.pass(.seconds(1))
      #expect(told.news == ["m1", "m2"])
      world.emulator.isInForeground = false
      world.emulator.send(message: "m3")
      world.pass(.seconds(9))
      world.emulator.isInForeground = true
      world.emulator.isReachable = false
      world.emulator.send(message: "m4")
      world.pass(.seconds(9))
      #expect(told.news == [])
      world.emulator.isReachable = true
      world.emulator.send(message: "m5")
      world.pass(.seconds(9))
      #expect(told.news == ["m4", "m5"])
    }
  }

  @Test("tell a token once, and refuse to delete it where the server is out of reach")
  func tokens() throws {
    try MessagingWorld.run { world in
      let told = Told()
      let center = world.messaging.notificationCenter
      _ = center.addObserver(forName: .registrationTokenRefreshed) { told.note($0.token) }
      world.emulator.refreshToken("t1")
      world.emulator.refreshToken("t1")
      world.emulator.isReachable = false
      var error: (any Error)?
      world.messaging.deleteToken { error = $0 }
      world.settle()
      #expect(told.news == ["t1"])
      #expect(error as? MessagingError == .unreachable)
      #expect(world.messaging.fcmToken == "t1")
    }
  }
}

@Suite("Messaging script")
struct MessagingScriptTests {
  @Test("tells every way in what is said, also inside add, inside remove and after it")
  func points() throws {
    try Simulation().perform { simulation throws in
      let spy = Spy(log: EventLog(of: simulation))
      let script = MessagingScript(in: simulation, spy: spy)
      let messaging = script.messaging
      let told = Told()
      let delegate = NotingDelegate(told)
      spy.inject(at: .add) { script.send(token: "inside add") }
      messaging.delegate = delegate
      script.send(token: "t1")
      script.send(token: nil)
      script.send(message: "m1")
      #expect(told.news == ["inside add", "t1", "nil", "m1"])
      script.send(token: "queued", .queued(after: .seconds(1)))
      script.send(token: "late", .late(after: .seconds(1)))
      spy.inject(at: .remove) { script.send(token: "inside remove") }
      messaging.delegate = nil
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(told.news == ["late"])
      #expect(messaging.fcmToken == "inside remove")
      withExtendedLifetime(delegate) {}
      simulation.end()
    }
  }

  @Test("reaches a subscriber that was removed from a shared delegate where it is late")
  func late() throws {
    try Simulation().perform { simulation throws in
      let script = MessagingScript(in: simulation, spy: Spy(log: EventLog(of: simulation)))
      let messaging = script.messaging
      let (first, second) = (Told(), Told())
      let standing = StandingDelegate()
      messaging.delegate = standing
      let subscription = messaging.subscriptions.addTokens { token in first.note(token) }
      script.send(token: "late", .late(after: .seconds(1)))
      script.send(token: "queued", .queued(after: .seconds(1)))
      subscription.remove()
      _ = messaging.subscriptions.addTokens { token in second.note(token) }
      #expect(simulation.advance(to: simulation.now.advanced(by: .seconds(2))) == nil)
      #expect(first.news == ["late"])
      #expect(second.news == ["queued"])
      withExtendedLifetime(standing) {}
      simulation.end()
    }
  }
}
