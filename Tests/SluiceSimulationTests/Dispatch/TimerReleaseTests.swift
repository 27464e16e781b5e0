import Dispatch
import SluiceSimulation
import Testing

/// A timer source with a handler that holds a sentinel, and a record of the sentinel's release.
private struct Held {
  let source: any DispatchSourceTimer
  let released = Record<String>()

  init(queue: DispatchQueue? = nil, onTick: @escaping @Sendable () -> Void = {}) {
    source = DispatchSource.makeTimerSource(queue: queue)
    let released = released
    let sentinel = Sentinel { released.append("released") }
    source.setEventHandler {
      withExtendedLifetime(sentinel) { onTick() }
    }
  }

  var count: Int { released.all.count }
}

/// The handlers of timer sources are let go of when Dispatch does it: what is captured may remove
/// itself from somewhere in its last moments.
@Suite("Handlers of timer sources")
struct TimerReleaseTests {
  @Test("are let go of on their queue after a cancel, before its handler and not inside the call")
  func cancelled() async {
    let (outcome, log) = await record { log in
      let queue = DispatchQueue(label: "serial")
      let held = Held(queue: queue)
      held.source.schedule(deadline: .now() + 1, repeating: 1)
      held.source.setCancelHandler {
        dispatchPrecondition(condition: .onQueue(queue))
        log.append("cancelled \(held.count)")
      }
      held.source.activate()
      try? await Task.sleep(for: .milliseconds(1_500))
      held.source.cancel()
      log.append("held \(held.count)")
      try? await Task.sleep(for: .nanoseconds(1))
      log.append("later \(held.count)")
    }
    #expect(outcome == .finished)
    #expect(log == ["held 0", "cancelled 1", "later 1"])
  }

  @Test("are let go of after a cancel without a handler for it, while the source is held")
  func cancelledQuietly() async {
    let (outcome, log) = await record { log in
      let held = Held()
      held.source.schedule(deadline: .now() + 1)
      held.source.activate()
      held.source.cancel()
      log.append("held \(held.count)")
      try? await Task.sleep(for: .nanoseconds(1))
      log.append("later \(held.count)")
    }
    #expect(outcome == .finished)
    #expect(log == ["held 0", "later 1"])
  }

  @Test("come to their end, although they cancel their source or are replaced")
  func running() async {
    for isReplaced in [false, true] {
      let (outcome, log) = await record { log in
        let released = Self.startCancellingItself(log, isReplaced: isReplaced)
        try? await Task.sleep(for: .seconds(2))
        log.append("later \(released.all.count)")
      }
      #expect(outcome == .finished)
      #expect(log == ["tick 0", "later 1"], "\(isReplaced)")
    }
  }

  /// Makes a source whose handler holds it, as it holds the handler.
  private static func startCancellingItself(
    _ log: Record<String>, isReplaced: Bool
  ) -> Record<String> {
    let source = DispatchSource.makeTimerSource()
    let released = Record<String>()
    let sentinel = Sentinel { released.append("released") }
    source.schedule(deadline: .now() + 1, repeating: 1)
    source.setEventHandler {
      withExtendedLifetime(sentinel) {
        source.cancel()
        if isReplaced { source.setEventHandler {} }
        log.append("tick \(released.all.count)")
      }
    }
    source.activate()
    return released
  }

  @Test("of a source that ticked for the last time and was dropped are let go of")
  func dropped() async {
    let (outcome, log) = await record { log in
      let released = Self.tickOnce(log)
      try? await Task.sleep(for: .milliseconds(1_500))
      log.append("later \(released.all.count)")
    }
    #expect(outcome == .finished)
    #expect(log == ["tick", "later 1"])
  }

  /// Makes a source that is held until after its only tick.
  private static func tickOnce(_ log: Record<String>) -> Record<String> {
    let held = Held { log.append("tick") }
    held.source.schedule(deadline: .now() + 1)
    held.source.activate()
    let item = DispatchWorkItem {
      withExtendedLifetime(held.source) {}
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: item)
    return held.released
  }

  @Test("of a source that is dropped are let go of before time passes")
  func droppedEarly() async {
    let (outcome, log) = await record { log in
      let released = Self.startAndDrop()
      try? await Task.sleep(for: .nanoseconds(1))
      log.append("later \(released.all.count)")
    }
    #expect(outcome == .finished)
    #expect(log == ["later 1"])
  }

  private static func startAndDrop() -> Record<String> {
    let held = Held()
    held.source.schedule(deadline: .now() + 1, repeating: 1)
    held.source.activate()
    return held.released
  }

  @Test("of a source that is held stay, so that it can be set again")
  func held() async {
    let (outcome, log) = await record { log in
      let held = Held { log.append("tick \(milliseconds)") }
      held.source.schedule(deadline: .now() + 1)
      held.source.activate()
      try? await Task.sleep(for: .seconds(2))
      held.source.schedule(deadline: .now() + 1)
      try? await Task.sleep(for: .seconds(2))
      log.append("later \(held.count)")
    }
    #expect(outcome == .finished)
    #expect(log == ["tick 1000", "tick 3000", "later 0"])
  }

  @Test("of a source that was cancelled before it was activated run no more, but for the cancel")
  func neverActive() async {
    let (outcome, log) = await record { log in
      let held = Held()
      held.source.schedule(deadline: .now())
      held.source.setRegistrationHandler { log.append("registered") }
      held.source.setCancelHandler { log.append("cancelled \(held.count)") }
      held.source.cancel()
      try? await Task.sleep(for: .nanoseconds(1))
      log.append("held \(held.count)")
      held.source.activate()
      try? await Task.sleep(for: .nanoseconds(1))
    }
    #expect(outcome == .finished)
    #expect(log == ["held 0", "cancelled 1"])
  }

  @Test("that are set after the cancel are not kept")
  func late() async {
    let (outcome, log) = await record { log in
      let source = DispatchSource.makeTimerSource()
      source.activate()
      source.cancel()
      let released = Self.setHandler(of: source)
      try? await Task.sleep(for: .nanoseconds(1))
      log.append("later \(released.all.count)")
      withExtendedLifetime(source) {}
    }
    #expect(outcome == .finished)
    #expect(log == ["later 1"])
  }

  private static func setHandler(of source: any DispatchSourceTimer) -> Record<String> {
    let released = Record<String>()
    let sentinel = Sentinel { released.append("released") }
    source.setEventHandler { withExtendedLifetime(sentinel) {} }
    return released
  }

  @Test("for a cancel are let go of unrun where a source is dropped without one")
  func uncancelled() async {
    let (outcome, log) = await record { log in
      let released = Self.dropUncancelled(log)
      try? await Task.sleep(for: .nanoseconds(1))
      log.append("later \(released.all.count)")
    }
    #expect(outcome == .finished)
    #expect(log == ["later 1"])
  }

  private static func dropUncancelled(_ log: Record<String>) -> Record<String> {
    let source = DispatchSource.makeTimerSource()
    let released = Record<String>()
    let sentinel = Sentinel { released.append("released") }
    source.setCancelHandler {
      withExtendedLifetime(sentinel) { log.append("cancelled") }
    }
    source.activate()
    return released
  }

  @Test("are let go of by the end, if it comes before their turn")
  func ended() {
    let released = Simulation().perform { simulation in
      let released = simulation.stimulus("make") {
        let held = Held()
        held.source.schedule(deadline: .now() + 1)
        held.source.activate()
        held.source.cancel()
        return held.released
      }
      #expect(released.all.isEmpty)
      simulation.end()
      return released
    }
    #expect(released.all.count == 1)
  }
}
