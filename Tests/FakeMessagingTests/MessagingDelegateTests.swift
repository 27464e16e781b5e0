import FakeMessaging
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Messaging delegate")
struct MessagingDelegateTests {
  @Test("is told of tokens and messages on the main queue, and of nothing when it is set")
  func told() throws {
    try MessagingWorld.run { world in
      world.emulator.refreshToken("t1")
      world.settle()
      let told = Told()
      let delegate = NotingDelegate(told)
      world.messaging.delegate = delegate
      world.pass(.seconds(1))
      #expect(told.news == [])
      world.emulator.refreshToken("t2")
      world.emulator.send(message: "m1")
      #expect(told.news == [])
      world.settle()
      #expect(told.news == ["t2", "m1"])
      #expect(world.messaging.fcmToken == "t2")
      #expect(world.messaging.delegate === delegate)
    }
  }

  @Test("is told nil when the token is deleted")
  func deleted() throws {
    try MessagingWorld.run { world in
      let told = Told()
      let delegate = NotingDelegate(told)
      world.messaging.delegate = delegate
      world.emulator.refreshToken("t1")
      world.settle()
      var answers: [String] = []
      world.messaging.deleteToken { error in answers.append("deleted \(error == nil)") }
      world.settle()
      world.messaging.token { token, error in
        answers.append("\(token ?? "none") \((error as? MessagingError)?.description ?? "")")
      }
      world.settle()
      #expect(told.news == ["t1", "nil"])
      #expect(answers == ["deleted true", "none there is no registration token"])
      #expect(world.messaging.fcmToken == nil)
      withExtendedLifetime(delegate) {}
    }
  }

  @Test("is held weakly, and its death ends its registration at the next look")
  func weak() throws {
    try MessagingWorld.run { world in
      let told = Told()
      var delegate: NotingDelegate? = NotingDelegate(told)
      world.messaging.delegate = delegate
      #expect(world.registrations == ["+1"])
      delegate = nil
      world.emulator.refreshToken("t1")
      world.settle()
      #expect(delegate == nil)
      #expect(told.news == [])
      #expect(world.messaging.delegate == nil)
      #expect(world.registrations == ["+1", "-1"])
    }
  }

  @Test("is one: another takes its place, which removes it, and it hears nothing more")
  func one() throws {
    try MessagingWorld.run { world in
      let (first, second) = (Told(), Told())
      let delegates = [NotingDelegate(first), NotingDelegate(second)]
      world.messaging.delegate = delegates[0]
      world.messaging.delegate = delegates[1]
      #expect(world.registrations == ["+1", "-1", "+2"])
      world.emulator.refreshToken("t1")
      world.settle()
      #expect(first.news == [])
      #expect(second.news == ["t1"])
      world.messaging.delegate = nil
      world.messaging.delegate = nil
      #expect(world.registrations == ["+1", "-1", "+2", "-2"])
      world.emulator.refreshToken("t2")
      world.settle()
      #expect(second.news == [])
      withExtendedLifetime(delegates) {}
    }
  }

  @Test("that is set when the callback runs is told, whoever was there when it was queued")
  func atDelivery() throws {
    try MessagingWorld.run { world in
      let (first, second) = (Told(), Told())
      let delegates = [NotingDelegate(first), NotingDelegate(second)]
      world.messaging.delegate = delegates[0]
      world.emulator.refreshToken("t1")
      // Its answer comes by the same queue, before the token.
      world.messaging.token { [messaging = world.messaging] _, _ in
        messaging.delegate = delegates[1]
      }
      world.settle()
      #expect(first.news == [])
      #expect(second.news == ["t1"])
      withExtendedLifetime(delegates) {}
    }
  }

  @Test("is called for what it implements, and recorded for nothing else")
  func implemented() throws {
    try MessagingWorld.run { world in
      let told = Told()
      let delegate = NotingDelegate(told, callbacks: .message)
      world.messaging.delegate = delegate
      world.emulator.refreshToken("t1")
      world.emulator.send(message: "m1")
      world.settle()
      #expect(told.news == ["m1"])
      let payloads = world.log.entries.compactMap { entry in
        if case .callbackBegan(_, let payload) = entry.event { payload } else { nil }
      }
      #expect(payloads == [.value(.call("message", .string("m1")))])
      withExtendedLifetime(delegate) {}
    }
  }

  @Test("that stands for several is not counted, and each who subscribes to it is")
  func shared() throws {
    try MessagingWorld.run { world in
      let standing = StandingDelegate()
      world.messaging.delegate = standing
      #expect(world.registrations == [])
      let (tokens, messages) = (Told(), Told())
      let first = world.messaging.subscriptions.addTokens { token in tokens.note(token) }
      let second = world.messaging.subscriptions.addMessages { message in
        messages.note(message.messageID)
      }
      world.emulator.refreshToken("t1")
      world.emulator.send(message: "m1")
      world.settle()
      first.remove()
      world.emulator.refreshToken("t2")
      world.emulator.send(message: "m2")
      world.settle()
      #expect(tokens.news == ["t1"])
      #expect(messages.news == ["m1", "m2"])
      second.remove()
      #expect(world.registrations == ["+1", "+2", "-1", "-2"])
      #expect(world.messaging.listenerCount == 0)
      withExtendedLifetime(standing) {}
    }
  }
}
