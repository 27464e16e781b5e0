import Dispatch
import SluiceSimulation
import Testing

/// What starts a task when it is released.
private final class Starter: Sendable {
  deinit { Task {} }
}

private actor Home {
  func start(_ log: Record<String>) {
    Task {
      preconditionIsolated()
      return Sentinel { log.append("released") }
    }
  }
}

@Suite("Completed tasks")
struct CompletionTests {
  @Test("are let go of at once, and with them a result that nobody wants")
  func discarded() async {
    let (outcome, log) = await record { log in
      Task { Sentinel { log.append("released") } }
      await Task.yield()
      log.append("afterwards")
    }
    #expect(outcome == .finished)
    #expect(log == ["released", "afterwards"])
  }

  @Test("of an actor are, too")
  func isolated() async {
    let (outcome, log) = await record { log in
      let home = Home()
      await home.start(log)
      try? await Task.sleep(for: .seconds(1))
      log.append("afterwards")
    }
    #expect(outcome == .finished)
    #expect(log == ["released", "afterwards"])
  }

  @Test("of a group are, too, once their results were taken")
  func grouped() async {
    let (outcome, log) = await record { log in
      await withTaskGroup(of: Sentinel.self) { group in
        for number in 0..<3 { group.addTask { Sentinel { log.append("released \(number)") } } }
        // The compiler decides when a result that has no name is released.
        while let result = await group.next() {
          withExtendedLifetime(result) { log.append("taken") }
        }
        log.append("all")
      }
    }
    #expect(outcome == .finished)
    let expected = (0..<3).flatMap { number in ["taken", "released \(number)"] } + ["all"]
    #expect(log == expected)
  }

  @Test("that were immediate are, too")
  func immediate() async {
    let (outcome, log) = await record { log in
      _ = Task.immediate { Sentinel { log.append("released") } }
      await Task.yield()
      log.append("afterwards")
    }
    #expect(outcome == .finished)
    #expect(log == ["released", "afterwards"])
  }

  @Test("keep a result that somebody still wants")
  func wanted() async {
    let (outcome, log) = await record { log in
      let task = Task { Sentinel { log.append("released") } }
      try? await Task.sleep(for: .seconds(1))
      log.append("wanted")
      _ = await task.value
    }
    #expect(outcome == .finished)
    #expect(log == ["wanted", "released"])
  }

  @Test("are let go of before time passes, however many others live")
  func among() async {
    let (outcome, log) = await record { log in
      for _ in 0..<200 { Task { try? await Task.sleep(for: .seconds(2)) } }
      Task { Sentinel { log.append("released") } }
      try? await Task.sleep(for: .seconds(1))
      log.append("afterwards")
    }
    #expect(outcome == .finished)
    #expect(log == ["released", "afterwards"])
  }

  @Test("may start others with what they leave behind")
  func starting() async {
    let outcome = await Simulation().run {
      for _ in 0..<200 {
        Task { Starter() }
        await Task.yield()
      }
    }
    #expect(outcome == .finished)
  }

  @Test("release what blocks meanwhile, and others go on")
  func blocking() async {
    let (outcome, log) = await record { log in
      let semaphore = DispatchSemaphore(value: 0)
      Task {
        Sentinel {
          semaphore.wait()
          log.append("released \(milliseconds)")
        }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { semaphore.signal() }
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(outcome == .finished)
    #expect(log == ["released 1000"])
  }
}
