import FakeListener
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("FakeListener")
struct FakeListenerTests {
  @Test("calls the listeners in the order of their adds, with whatever the script says")
  func order() throws {
    try perform { bench in
      _ = bench.source.addListener(bench.note("A"), onFinish: bench.note("A ends"))
      _ = bench.source.addValueListener(bench.noteValue("B"))
      bench.source.send(1)
      bench.source.sendNothing()
      bench.source.sendBoth(2, ScriptedError("unavailable"))
      bench.source.fail(ScriptedError("unavailable"))
      bench.source.finish()
      #expect(
        bench.notes == [
          "A 1 nil", "B 1", "A nil nil", "A 2 unavailable", "B 2", "A nil unavailable", "A ends",
        ])
    }
  }

  @Test("records each call by the number of its registration")
  func records() throws {
    try perform { bench in
      let handle = bench.source.addListener(options: ListenerOptions(.bool(true))) { _, _ in }
      bench.source.send(1)
      handle.remove()
      handle.remove()
      #expect(
        bench.log == [
          "add #1 called with true", "add #1 returned", "callback #1 begins: 1",
          "callback #1 ends", "remove #1 called", "the fixture died", "remove #1 returned",
          "remove #1 called", "remove #1 returned",
        ])
    }
  }

  @Test("mutes a removed listener at once, also for what is queued, and not for what comes late")
  func muting() throws {
    try perform { bench in
      let handle = bench.source.addListener(bench.note("A"))
      bench.source.send(1, .queued())
      bench.source.sendLate(2)
      handle.remove()
      bench.source.send(3)
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["A 2 nil"])
    }
  }

  @Test("lets go of everybody when the app closes it, and of whoever comes afterwards")
  func closing() throws {
    try perform { bench in
      let handle = bench.source.addListener(bench.note("A"))
      bench.source.send(1, .queued())
      bench.source.sendLate(2)
      bench.source.close()
      bench.source.close()
      bench.source.send(3)
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["A 2 nil"])
      #expect(bench.source.listenerCount == 0)
      handle.remove()
      _ = bench.source.addListener(bench.note("B"))
      bench.source.send(4)
      #expect(bench.notes == ["A 2 nil"])
      #expect(
        bench.log.filter { line in line.contains("closes") || line.contains("remove #") } == [
          "the app closes #1", "remove #1 called", "remove #1 returned", "the app closes #2",
        ])
    }
  }

  @Test("leaves out a listener that is removed while others are called")
  func removalInsideADelivery() throws {
    try perform { bench in
      let box = Mutex<ListenerHandle?>(nil)
      _ = bench.source.addListener { _, _ in
        box.withLock { handle in handle }?.remove()
      }
      let second = bench.source.addListener(bench.note("B"))
      box.withLock { handle in handle = second }
      bench.source.send(1)
      #expect(bench.notes.isEmpty)
      box.withLock { handle in handle = nil }
    }
  }

  @Test("delays a queued callback in virtual time")
  func delay() throws {
    try perform { bench in
      _ = bench.source.addListener(bench.note("A"))
      bench.source.send(1, .queued(after: .seconds(2)))
      #expect(bench.simulation.advance(to: Instant(nanoseconds: 1_999_999_999)) == nil)
      #expect(bench.notes.isEmpty)
      #expect(bench.simulation.advance(to: Instant(nanoseconds: 2_000_000_000)) == nil)
      #expect(bench.notes == ["A 1 nil"])
    }
  }

  @Test("throws from the add that it was told to refuse, and counts it as never made")
  func refusal() throws {
    try perform { bench in
      bench.source.refuseNextAdd(ScriptedError("refused"), after: 1)
      _ = bench.source.addListener { _, _ in }
      #expect(throws: ScriptedError("refused")) {
        _ = try bench.source.addListener(throwing: (any Error).self) { _, _ in }
      }
      #expect(bench.source.listenerCount == 1)
      _ = bench.source.addListener { _, _ in }
      #expect(bench.source.listenerCount == 2)
    }
  }

  @Test("calls a refusal back in an event of its own, where the add of a closure can't throw")
  func refusalCalledBack() throws {
    try perform { bench in
      let adds: [() -> Void] = [
        { _ = bench.source.addListener(bench.note("pair")) },
        { _ = bench.source.addEventListener(bench.noteEvent("event")) },
        { bench.source.addListener(forKey: "k", bench.note("key")) },
      ]
      for (add, note) in zip(adds, ["pair nil refused", "event refused", "key nil refused"]) {
        bench.source.refuseNextAdd(ScriptedError("refused"))
        let before = bench.notes
        add()
        #expect(bench.notes == before)
        #expect(bench.simulation.settle() == nil)
        #expect(bench.notes == before + [note])
      }
      #expect(bench.source.listenerCount == 3)
    }
  }

  @Test("refuses no add of a value listener that can't throw, but the next one that can")
  func refusalOfAValueListener() throws {
    try perform { bench in
      bench.source.refuseNextAdd(ScriptedError("refused"))
      _ = bench.source.addValueListener(bench.noteValue("A"))
      #expect(throws: ScriptedError("refused")) {
        _ = try bench.source.addValueListener(throwing: (any Error).self, bench.noteValue("B"))
      }
      bench.source.send(1)
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["A 1"])
    }
  }

  @Test("throws a refusal from the add of each closure whose interface can throw it")
  func refusalThrown() throws {
    try perform { bench in
      let adds: [() throws -> Void] = [
        { _ = try bench.source.addListener(throwing: ScriptedError.self) { _, _ in } },
        { _ = try bench.source.addEventListener(throwing: ScriptedError.self) { _ in } },
        { try bench.source.addListener(forKey: "k", throwing: ScriptedError.self) { _, _ in } },
      ]
      for add in adds {
        bench.source.refuseNextAdd(ScriptedError("refused"))
        #expect(throws: ScriptedError("refused")) { try add() }
      }
      #expect(bench.source.listenerCount == 0)
    }
  }

  @Test("removes the newest listener of a key, and records a key that was never used")
  func keys() throws {
    try perform { bench in
      bench.source.addListener(forKey: "k", bench.note("A"))
      bench.source.addListener(forKey: "k", bench.note("B"))
      bench.source.removeListener(forKey: "other")
      bench.source.removeListener(forKey: "k")
      bench.source.send(1)
      #expect(bench.notes == ["A 1 nil"])
      #expect(bench.log.contains("remove of \"other\" called, which was never added"))
    }
  }

  @Test("removes a registration whose handle is dropped, where handles remove themselves")
  func selfRemoval() throws {
    try perform { bench in
      let source = bench.makeSource { behavior in
        behavior.registrations.handlesRemoveThemselves = true
      }
      let kept = source.addListener { _, _ in }
      _ = source.addListener { _, _ in }
      #expect(source.listenerCount == 1)
      withExtendedLifetime(kept) {}
      #expect(bench.log.contains("handle #2 died"))
    }
  }

  @Test(
    "hands a present value to each new listener, inside add or queued", arguments: [true, false])
  func presentValue(_ isDirect: Bool) throws {
    try perform { bench in
      let source = bench.makeSource { behavior in
        behavior.presentValueDelivery = isDirect ? .direct : .queued()
      }
      source.setPresentValue(7)
      _ = source.addListener(bench.note("A"))
      #expect(bench.notes == (isDirect ? ["A 7 nil"] : []))
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["A 7 nil"])
    }
  }

  @Test("tells a listener that is added after the end of it, or fails it, or starts afresh")
  func afterEnd() throws {
    let expected: [(ListenerBehavior.AfterEnd, [String])] = [
      (.finishesAgain, ["ends"]), (.fails(ScriptedError("ended")), ["A nil ended"]),
      (.startsAfresh, []),
    ]
    for (afterEnd, notes) in expected {
      try perform { bench in
        let source = bench.makeSource { behavior in behavior.afterEnd = afterEnd }
        source.finish()
        _ = source.addListener(bench.note("A"), onFinish: bench.note("ends"))
        #expect(bench.notes == notes)
      }
    }
  }

  @Test("lets go of a removed listener, unless it was told to keep it", arguments: [false, true])
  func keeping(_ keeps: Bool) throws {
    try perform { bench in
      let source = bench.makeSource { behavior in
        behavior.registrations.keepsRemovedListeners = keeps
      }
      let captured = Sentinel(.consumer(1), log: bench.spy.log)
      source.addListener { _, _ in withExtendedLifetime(captured) {} }.remove()
      #expect(bench.spy.log.livingSentinels.contains(.fixture) == keeps)
    }
  }

  @Test("traps on a second remove where it was told to", .startsIdlePrograms)
  func secondRemove() async {
    await #expect(processExitsWith: .failure) {
      Simulation().perform { simulation in
        var behavior = ListenerBehavior()
        behavior.registrations.trapsOnSecondRemove = true
        let source = FakeListener<Int>(
          in: simulation, spy: Spy(log: EventLog(of: simulation)), behavior: behavior
        ) { number in .integer(Int64(number)) }
        let handle = source.addListener { _, _ in }
        handle.remove()
        handle.remove()
      }
    }
  }

  @Test("runs what is injected inside add, remove and delivery, once")
  func injection() throws {
    try perform { bench in
      bench.spy.inject(at: .add) { bench.source.send(1) }
      bench.spy.inject(at: .deliver) { bench.note("injected")() }
      bench.spy.inject(at: .remove) { bench.source.send(2) }
      let handle = bench.source.addListener(bench.note("A"))
      handle.remove()
      #expect(bench.notes == ["injected", "A 1 nil", "A 2 nil"])
      #expect(bench.spy.pendingInjections == 0)
    }
  }
}

extension FakeListenerTests {
  /// A simulation with a source of whole numbers, and the notes that its listeners take.
  private final class Bench {
    let simulation: Simulation
    let spy: Spy
    let source: FakeListener<Int>
    private let taken = SimulationConfined(Notes())

    private final class Notes {
      var lines: [String] = []
    }

    init(in simulation: Simulation) {
      self.simulation = simulation
      spy = Spy(log: EventLog(of: simulation))
      source = FakeListener(in: simulation, spy: spy) { number in .integer(Int64(number)) }
    }

    func makeSource(_ change: (inout ListenerBehavior) -> Void) -> FakeListener<Int> {
      var behavior = ListenerBehavior()
      change(&behavior)
      return FakeListener(in: simulation, spy: spy, behavior: behavior) { number in
        .integer(Int64(number))
      }
    }

    var notes: [String] { taken.value.lines }
    var log: [String] { spy.log.entries.map { entry in entry.event.description } }

    func note(_ line: String) -> () -> Void {
      { [taken] in taken.value.lines.append(line) }
    }

    func noteValue(_ name: String) -> (Int) -> Void {
      { [taken] value in taken.value.lines.append("\(name) \(value)") }
    }

    func noteEvent(_ name: String) -> (ListenerEvent<Int>) -> Void {
      { [taken] event in
        guard case .failure(let error as ScriptedError) = event else { return }
        taken.value.lines.append("\(name) \(error.code)")
      }
    }

    func note(_ name: String) -> (Int?, (any Error)?) -> Void {
      { [taken] value, error in
        let value = value.map { value in "\(value)" } ?? "nil"
        let code = (error as? ScriptedError)?.code ?? "nil"
        taken.value.lines.append("\(name) \(value) \(code)")
      }
    }
  }

  private func perform(_ script: (Bench) throws -> Void) throws {
    try Simulation().perform { simulation in
      try script(Bench(in: simulation))
      simulation.end()
    }
  }
}
