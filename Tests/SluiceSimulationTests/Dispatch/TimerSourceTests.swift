import Dispatch
import SluiceSimulation
import Testing

@Suite("Timer sources")
struct TimerSourceTests {
  @Test("tick in virtual time on their queue until they are cancelled")
  func repeating() async {
    let (outcome, log) = await record { log in
      let queue = DispatchQueue(label: "serial")
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.schedule(
        deadline: .now() + 1, repeating: .milliseconds(500), leeway: .milliseconds(100))
      source.setRegistrationHandler { log.append("registered \(milliseconds)") }
      source.setEventHandler {
        dispatchPrecondition(condition: .onQueue(queue))
        log.append("tick \(milliseconds)")
        if milliseconds == 2_000 { source.cancel() }
      }
      source.setCancelHandler { log.append("cancelled \(milliseconds) \(source.isCancelled)") }
      source.resume()
      try? await Task.sleep(for: .seconds(5))
    }
    #expect(outcome == .finished)
    #expect(
      log == ["registered 0", "tick 1000", "tick 1500", "tick 2000", "cancelled 2000 true"])
  }

  @Test("tick on a queue that nobody else holds")
  func ownQueue() async {
    let (outcome, log) = await record { log in
      let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "its own"))
      source.schedule(deadline: .now() + 1)
      source.setEventHandler { log.append("\(milliseconds)") }
      source.resume()
      try? await Task.sleep(for: .seconds(2))
      source.cancel()
    }
    #expect(outcome == .finished)
    #expect(log == ["1000"])
  }

  @Test("tick once, and again when they are set again")
  func once() async {
    let (outcome, log) = await record { log in
      let source = DispatchSource.makeTimerSource()
      source.setEventHandler { log.append("\(milliseconds)") }
      source.schedule(deadline: .now() + 1)
      source.activate()
      source.schedule(deadline: .now() + 3)
      try? await Task.sleep(for: .seconds(5))
      source.schedule(wallDeadline: .now() + 1)
      try? await Task.sleep(for: .seconds(5))
      source.cancel()
    }
    #expect(outcome == .finished)
    #expect(log == ["3000", "6000"])
  }

  @Test("keep still while they are suspended, and count what they missed")
  func suspended() async {
    let (outcome, log) = await record { log in
      let source = DispatchSource.makeTimerSource()
      source.schedule(deadline: .now() + 1, repeating: 1)
      source.setEventHandler { log.append("\(milliseconds) \(source.data)") }
      source.activate()
      try? await Task.sleep(for: .milliseconds(1_500))
      source.suspend()
      try? await Task.sleep(for: .seconds(3))
      source.resume()
      try? await Task.sleep(for: .seconds(1))
      source.cancel()
    }
    #expect(outcome == .finished)
    #expect(log == ["1000 1", "4500 3", "5000 1"])
  }

  @Test("that are let go of tick no more, and keep nothing alive")
  func released() async {
    let released = Record<String>()
    let (outcome, log) = await record { log in
      Self.makeAndDrop(Sentinel { released.append("released") }, log)
      try? await Task.sleep(for: .seconds(5))
      log.append("released: \(released.all.count)")
    }
    #expect(outcome == .finished)
    #expect(log == ["released: 1"])
  }

  private static func makeAndDrop(_ sentinel: Sentinel, _ log: Record<String>) {
    let source = DispatchSource.makeTimerSource()
    source.schedule(deadline: .now() + 1, repeating: 1)
    source.setEventHandler {
      withExtendedLifetime(sentinel) { log.append("tick") }
    }
    source.activate()
  }

  @Test("that are cancelled leave no time to wait for")
  func cancelled() async {
    let keep = Keep()
    await Simulation().perform { simulation in
      simulation.spawn("body") {
        let source = DispatchSource.makeTimerSource()
        source.schedule(deadline: .now() + 100)
        source.activate()
        source.cancel()
        await withCheckedContinuation { keep.put($0) }
      }
      #expect(simulation.settle() == nil)
      #expect(simulation.liveTasks == 1)
      #expect(simulation.nextTimer == nil)
      simulation.end()
    }
    keep.resumeAll()
  }

  @Test("sleeps with a tolerance are still sleeps")
  func tolerance() async {
    let (outcome, log) = await record { log in
      try? await Task.sleep(for: .seconds(2), tolerance: .seconds(1))
      log.append("\(milliseconds)")
    }
    #expect(outcome == .finished)
    #expect(log == ["2000"])
  }
}
