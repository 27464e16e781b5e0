import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Spy")
struct SpyTests {
  private struct Refused: Error {}

  /// The events that a script makes a spy write.
  private func events(_ script: (Spy) -> Void) -> [Event] {
    Simulation().perform { simulation in
      let log = EventLog(of: simulation)
      script(Spy(log: log))
      _ = simulation.end()
      return log.entries.map(\.event)
    }
  }

  @Test("records an add and its remove in the order of the calls, with the caller")
  func addAndRemove() {
    let caller = Event.Caller(sequence: 1, consumer: 2)
    let events = events { spy in
      let registration = Event.Caller.$current.withValue(caller) {
        spy.addCalled(options: .bool(true))
      }
      registration.addReturned()
      registration.remove { isFirst in #expect(isFirst) }
    }
    #expect(
      events == [
        .addCalled(1, by: caller, options: .bool(true)), .addReturned(1),
        .removeCalled(1, by: .unknown), .removeReturned(1),
      ])
  }

  @Test("cuts a text of megabytes that a source calls back with")
  func longText() {
    let value = Value.call("novel", .string(String(repeating: "novel ", count: 900_000)))
    let failure = Failure(Refused())
    let events = events { spy in
      let registration = spy.addCalled()
      registration.addReturned()
      registration.deliver(.value(value)) {}
      registration.deliver(.both(value, failure)) {}
      registration.read { record in record(.value(value)) }
    }
    let payloads = events.compactMap { event in
      if case .callbackBegan(_, let payload) = event { payload } else { nil }
    }
    #expect(value.kept != value)
    #expect(payloads == [.value(value.kept), .both(value.kept, failure), .value(value.kept)])
  }

  @Test("numbers registrations from one and tells the first remove from later ones")
  func numbersAndRepeats() {
    _ = events { spy in
      let first = spy.addCalled()
      let second = spy.addCalled()
      #expect(first.id == 1 && second.id == 2)
      #expect(spy.active.map(\.id) == [1, 2])
      first.remove { isFirst in #expect(isFirst) }
      first.remove { isFirst in #expect(!isFirst) }
      #expect(spy.active.map(\.id) == [2])
    }
  }

  @Test("counts a registration whose add threw as never made")
  func throwingAdd() {
    let events = events { spy in
      let registration = spy.addCalled()
      registration.addThrew(Refused())
      #expect(!registration.isActive)
      #expect(spy.active.isEmpty)
    }
    #expect(events.last == .addThrew(1, Failure(Refused())))
  }

  @Test("runs an injected action once, inside the next call of its kind that is meant")
  func injections() {
    let events = events { spy in
      let log = spy.log
      spy.inject(at: .remove) { log.append(.jobScheduled("any remove")) }
      spy.inject(at: .deliver, where: { caller in caller.sequence == 2 }) {
        log.append(.jobScheduled("sequence 2"))
      }
      let other = Event.Caller.$current.withValue(Event.Caller(sequence: 1)) { spy.addCalled() }
      let meant = Event.Caller.$current.withValue(Event.Caller(sequence: 2)) { spy.addCalled() }
      #expect(spy.pendingInjections == 2)
      other.deliver(.nothing) {}
      #expect(spy.pendingInjections == 2)
      meant.deliver(.nothing) {}
      meant.deliver(.nothing) {}
      meant.remove { _ in }
      meant.remove { _ in }
      #expect(spy.pendingInjections == 0)
    }
    let injected = events.filter { event in if case .jobScheduled = event { true } else { false } }
    #expect(injected == [.jobScheduled("sequence 2"), .jobScheduled("any remove")])
    let remove = events.firstIndex(of: .removeCalled(2, by: .unknown))
    #expect(events.firstIndex(of: .jobScheduled("any remove")) == remove.map { $0 + 1 })
  }

  @Test("counts the calls that are meant up to the one inside which an action is to happen")
  func laterInjections() {
    let events = events { spy in
      let log = spy.log
      func add(_ sequence: SequenceID) {
        Event.Caller.$current.withValue(Event.Caller(sequence: sequence)) {
          spy.addCalled().reachAdd()
        }
      }
      add(1)
      spy.inject(at: .add, call: 2, where: { caller in caller.sequence == 1 }) {
        log.append(.jobScheduled("second"))
        spy.inject(at: .add, call: 2) { log.append(.jobScheduled("the next")) }
      }
      spy.inject(at: .add, call: 2, where: { caller in caller.sequence == 1 }) {
        log.append(.jobScheduled("second, too"))
      }
      for sequence: SequenceID in [1, 2, 1] { add(sequence) }
      #expect(spy.pendingInjections == 1)
      add(2)
      #expect(spy.pendingInjections == 0)
    }
    let adds = events.map { event in
      switch event {
      case .addCalled(let registration, _, _): "#\(registration.number)"
      case .jobScheduled(let name): name
      default: "?"
      }
    }
    #expect(
      adds == ["#1", "#2", "#3", "#4", "second", "second, too", "#5", "the next"])
  }

  @Test("counts a call inside another one as the later of the two")
  func nestedCalls() {
    let events = events { spy in
      let log = spy.log
      spy.inject(at: .add) { spy.addCalled().reachAdd() }
      spy.inject(at: .add, call: 3) { log.append(.jobScheduled("third")) }
      for _ in 1...2 { spy.addCalled().reachAdd() }
    }
    let adds = events.map { event in
      if case .addCalled(let registration, _, _) = event { registration.number } else { 0 }
    }
    #expect(adds == [1, 2, 3, 0])
  }

  @Test("records a value that is read before anything that falls into the reading")
  func reading() {
    let events = events { spy in
      let registration = spy.addCalled()
      spy.inject(at: .deliver) { registration.deliver(.finish) {} }
      registration.read { record in record(.nothing) }
      #expect(spy.callbackCount == 2)
    }
    #expect(
      events.suffix(4) == [
        .callbackBegan(1, .nothing), .callbackEnded(1), .callbackBegan(1, .finish),
        .callbackEnded(1),
      ])
  }

  @Test("lets an injected action inject again inside the same call")
  func nestedInjection() {
    let events = events { spy in
      let log = spy.log
      spy.inject(at: .add) {
        spy.inject(at: .add) { log.append(.jobScheduled("inner")) }
        log.append(.jobScheduled("outer"))
      }
      spy.addCalled().reachAdd()
    }
    #expect(events.suffix(2) == [.jobScheduled("outer"), .jobScheduled("inner")])
  }

  @Test("says when the listener is called, if something has happened in the callback before")
  func listenerCalls() {
    let events = events { spy in
      let registration = spy.addCalled()
      registration.deliver(.nothing) {}
      spy.inject(at: .deliver) { registration.deliver(.finish) {} }
      registration.deliver(.nothing) {}
    }
    #expect(
      events.suffix(7) == [
        .callbackBegan(1, .nothing), .callbackEnded(1), .callbackBegan(1, .nothing),
        .callbackBegan(1, .finish), .callbackEnded(1), .listenerCalled(1), .callbackEnded(1),
      ])
  }

  @Test("counts callbacks of all registrations")
  func callbacks() {
    _ = events { spy in
      spy.addCalled().deliver(.value(.integer(1))) {}
      spy.addCalled().deliver(.finish) {}
      #expect(spy.callbackCount == 2)
    }
  }
}
