import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Event log")
struct EventLogTests {
  @Test("stamps entries with the virtual instant and the step")
  func stamps() {
    Simulation().perform { simulation in
      let log = EventLog(of: simulation)
      log.append(.quiescent)
      simulation.stimulus("later") {}
      #expect(simulation.advance(to: Instant(nanoseconds: 5)) == nil)
      log.append(.epilogueBegan)
      _ = simulation.end()
      #expect(log.entries.map(\.instant.nanoseconds) == [0, 5])
      #expect(log.entries.map(\.step) == [0, 1])
    }
  }

  @Test("has entries that are small, for there are many of them")
  func size() {
    #expect(MemoryLayout<LogEntry>.stride <= 80)
    #expect(MemoryLayout<Event>.size <= 40)
  }

  @Test("leaves out what comes once it is closed")
  func closing() {
    Simulation().perform { simulation in
      let log = EventLog(of: simulation)
      log.append(.quiescent)
      log.close()
      log.append(.quiescent)
      _ = simulation.end()
      #expect(log.count == 1)
    }
  }

  @Test("numbers registrations, sequences and consumers apart, each from one")
  func numbers() {
    Simulation().perform { simulation in
      let log = EventLog(of: simulation)
      #expect(log.nextRegistration() == 1 && log.nextRegistration() == 2)
      #expect(log.nextSequence() == 1)
      #expect(log.nextConsumer() == 1)
      _ = simulation.end()
    }
  }

  @Test("keeps an entry of a foreign thread at the time of the entry before")
  func foreignThread() {
    let log = Simulation().perform { simulation in
      let log = EventLog(of: simulation)
      #expect(simulation.advance(to: Instant(nanoseconds: 9)) == nil)
      log.append(.quiescent)
      _ = simulation.end()
      return log
    }
    log.append(.epilogueEnded)
    #expect(log.entries.map(\.instant.nanoseconds) == [9, 9])
    #expect(log.foreignEntries == 1)
  }

  @Test("every event says what happened in words of its own")
  func descriptions() {
    let events: [Event] = [
      .accessed(1), .sequenceDropped(1), .iteratorMade(1, of: 1), .iteratorDropped(1),
      .nextCalled(1), .nextReturned(1, .end), .loopEnded(1, .broke), .cancelCalled(1),
      .cancelReturned(1), .taskEnded(1), .addCalled(1, by: .unknown, options: .null),
      .addReturned(1), .addThrew(1, Failure(type: "E", value: .null)),
      .removeCalled(1, by: .unknown), .removeReturned(1),
      .removeUnmatched(.string("key"), by: .unknown), .handleDied(1),
      .callbackBegan(1, .nothing), .callbackEnded(1), .sentinelDied(.owner),
      .sentinelAlive(.owner), .taskAlive("t"), .jobScheduled("t"),
      .timerScheduled("t", nanoseconds: 1), .demandAsked(1, 2), .valueReceived(1, .null),
      .trapped("words"), .quiescent, .epilogueBegan, .epilogueEnded,
      .concluded,
    ]
    let lines = events.map(\.description)
    #expect(Set(lines).count == events.count)
    #expect(lines.allSatisfy { line in !line.isEmpty && !line.contains("\n") })
  }
}

@Suite("Sentinel")
struct SentinelTests {
  @Test("an owner's death is written down, an element's is only counted")
  func deaths() {
    Simulation().perform { simulation in
      let log = EventLog(of: simulation)
      var owner: Sentinel? = Sentinel(.owner, log: log)
      var element: Sentinel? = Sentinel(.element(1), log: log)
      #expect(log.livingSentinels == [.owner, .element(1)])
      withExtendedLifetime((owner, element)) {}
      owner = nil
      element = nil
      _ = (owner, element)
      _ = simulation.end()
      #expect(log.livingSentinels.isEmpty)
      #expect(log.entries.map(\.event) == [.sentinelDied(.owner)])
    }
  }

  @Test("two of one role count as one until both are gone")
  func twins() {
    Simulation().perform { simulation in
      let log = EventLog(of: simulation)
      let first = Sentinel(.fixture, log: log)
      do {
        let second = Sentinel(.fixture, log: log)
        withExtendedLifetime(second) {}
      }
      #expect(log.livingSentinels == [.fixture])
      withExtendedLifetime(first) {}
      _ = simulation.end()
    }
  }
}
