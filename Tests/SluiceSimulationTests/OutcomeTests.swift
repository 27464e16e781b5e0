import SluiceSimulation
import Testing

/// Waits for ever, whatever happens to the task.
private func waitForEver(_ keep: Keep) async {
  await withCheckedContinuation { continuation in keep.put(continuation) }
}

@Suite("Outcome")
struct OutcomeTests {
  @Test("stuck: says who waits, and where")
  func stuck() async throws {
    let keep = Keep()
    let simulation = Simulation()
    let outcome = await simulation.run {
      async let child: Void = waitForEver(keep)
      await child
    }
    guard case .stuck(let waiters) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(waiters.map(\.label) == ["body"])
    let backtrace = try #require(waiters.first?.backtrace)
    #expect(backtrace.contains { $0.contains("OutcomeTests.stuck()") }, "\(backtrace)")
    keep.resumeAll()
  }

  @Test("stuck: names the event that parked each task, the last one that ran it")
  func parked() async throws {
    let keep = Keep()
    let parked = await Simulation().perform { simulation in
      simulation.spawn("early") { await waitForEver(keep) }
      simulation.spawn("late") {
        try? await Task.sleep(for: .milliseconds(5))
        await Task.yield()
        await waitForEver(keep)
      }
      #expect(simulation.runToEnd() == .stuck(simulation.waiters))
      let waiters = simulation.waiters
      simulation.end()
      return waiters.map { waiter in
        "\(waiter.label): \(waiter.parkedBy.map { "\($0)" } ?? "nobody")"
      }
    }
    #expect(parked == ["early: 1 0s early#1", "late: 6 0.005s late#5"])
    keep.resumeAll()
  }

  @Test(
    "a place is named after the function that was written, whatever was made of it",
    arguments: [
      ("Feed.next() async -> Int", "Feed.next() async -> Int"),
      ("(2) await resume partial function for Feed.next() async", "Feed.next() async"),
      ("(1) suspend resume partial function for Feed.next()", "Feed.next()"),
      ("generic specialization <Int> of Feed.add<A>(A)", "Feed.add<A>(A)"),
      ("function signature specialization <Arg[0] = Dead> of Feed.end()", "Feed.end()"),
      ("merged generic specialization <Int> of Feed.end()", "Feed.end()"),
      ("@objc Feed.end()", "Feed.end()"),
      ("merged @objc Feed.deinit", "Feed.deinit"),
      ("(clock in _0123456789ABCDEF0123456789ABCDEF)", "clock"),
      ("partial apply forwarder for Feed.end()", nil),
      ("reabstraction thunk helper from @escaping () -> ()", nil),
      ("protocol witness for Feed.next()", nil),
      ("Feed.shared.unsafeMutableAddressor : Feed", nil),
      ("swift_task_switch", nil),
      ("", nil),
    ] as [(String, String?)])
  func writtenFunctions(symbol: String, function: String?) {
    #expect(Backtrace.function(symbol) == function)
  }

  @Test("the latest events tell what a run was at when it came to a limit")
  func recentEvents() async {
    await Simulation(limits: .init(steps: 9_000)).perform { simulation in
      simulation.spawn("spinner") { while !Task.isCancelled { await Task.yield() } }
      #expect(simulation.recentEvents(3).isEmpty)
      #expect(simulation.settle() == .overLimit(.steps(9_000)))
      let recent = simulation.recentEvents(3)
      #expect(recent.map(\.step) == [8_998, 8_999, 9_000])
      #expect(recent.map(\.event.label) == ["spinner", "spinner", "spinner"])
      #expect(simulation.recentEvents(5_000).count == 4_096)
      simulation.end()
    }
  }

  @Test("an endless loop of yields ends at the step limit")
  func steps() async {
    let simulation = Simulation(limits: .init(steps: 1_000))
    let outcome = await simulation.run { while !Task.isCancelled { await Task.yield() } }
    #expect(outcome == .overLimit(.steps(1_000)))
  }

  @Test("tasks that start tasks for ever end at the step limit")
  func recursion() async {
    @Sendable func multiply() { Task { multiply() } }
    let outcome = await Simulation(limits: .init(steps: 1_000)).run { multiply() }
    #expect(outcome == .finished || outcome == .overLimit(.steps(1_000)))
    let waiting = await Simulation(limits: .init(steps: 1_000)).run {
      @Sendable func descend() async { await Task { await descend() }.value }
      await descend()
    }
    #expect(waiting == .overLimit(.steps(1_000)))
  }

  @Test("polling for ever ends at the limit of virtual time")
  func virtualTime() async {
    let simulation = Simulation(limits: .init(virtualTime: .seconds(3_600)))
    let outcome = await simulation.run {
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
    }
    #expect(outcome == .overLimit(.virtualTime(.seconds(3_600))))
  }

  @Test("timers that are left when the last task has ended don't fire")
  func leftTimers() async {
    let fired = Record<Int>()
    let simulation = Simulation()
    let outcome = await simulation.run {
      Simulation.current?.schedule("late", after: .seconds(1)) { fired.append(1) }
      let sleeper = Task { try? await Task.sleep(for: .seconds(1_000)) }
      await Task.yield()
      sleeper.cancel()
      await sleeper.value
    }
    #expect(outcome == .finished)
    #expect(fired.all.isEmpty)
  }

  @Test("ending cancels what lives and counts what won't end")
  func ending() async {
    let keep = Keep()
    let log = Record<String>()
    let ending = await Simulation().perform { simulation in
      simulation.spawn("obedient") {
        try? await Task.sleep(for: .seconds(5))
        log.append("obedient at \(simulation.now)")
      }
      simulation.spawn("stubborn") {
        await waitForEver(keep)
        log.append("stubborn")
      }
      simulation.spawn("done") {}
      _ = simulation.settle()
      return simulation.end()
    }
    #expect(ending == Ending(cancelled: 2, parked: 1, halt: nil))
    keep.resumeAll()
    #expect(log.all == ["obedient at 0s"])
  }

  @Test("a task that won't stop when cancelled is stopped")
  func unstoppable() async {
    let ending = await Simulation(limits: .init(steps: 100)).perform { simulation in
      simulation.spawn("spinner") { while true { await Task.yield() } }
      #expect(simulation.settle() == .overLimit(.steps(100)))
      return simulation.end()
    }
    #expect(ending.parked == 1)
    #expect(ending.halt != nil)
  }

  @Test("tasks started while ending are cancelled, too")
  func startedWhileEnding() async {
    let ending = await Simulation().perform { simulation in
      simulation.spawn("first") {
        try? await Task.sleep(for: .seconds(5))
        Task { try? await Task.sleep(for: .seconds(5)) }
      }
      _ = simulation.settle()
      return simulation.end()
    }
    #expect(ending == Ending(cancelled: 1, parked: 0, halt: nil))
  }

  @Test("what is left never runs in a later simulation, nor outside")
  func leftovers() async {
    let keep = Keep()
    let ran = Record<String>()
    let before = Simulation.parkedJobs
    _ = await Simulation().run {
      await waitForEver(keep)
      ran.append("a left task ran")
    }
    let outcome = await Simulation().run {
      keep.resumeAll()
      await Task.yield()
      await Task.yield()
      ran.append("later")
    }
    #expect(outcome == .finished)
    #expect(ran.all == ["later"])
    #expect(Simulation.parkedJobs >= before + 1)

    _ = await Simulation().run {
      await waitForEver(keep)
      ran.append("a left task ran outside")
    }
    keep.resumeAll()
    for _ in 0..<100 { await Task.yield() }
    #expect(ran.all == ["later"])
    #expect(Simulation.parkedJobs >= before + 2)
  }
}
