import Glibc
import SluiceSimulation
import Synchronization
import Testing

/// A thread outside that asks, again and again, where the simulation's is.
private final class Asker: Sendable {
  private let answers = Atomic(0)
  private let isOver = Atomic(false)
  private let thread = OutsideThread()

  func begin() {
    thread.post {
      while !self.isOver.load(ordering: .acquiring) {
        _ = functionsOfEvents()
        self.answers.add(1, ordering: .releasing)
      }
    }
  }

  func end() { isOver.store(true, ordering: .releasing) }

  /// Goes on until the calling thread was asked from the first look to the last.
  func spinUntilAsked() {
    let before = answers.load(ordering: .acquiring)
    while answers.load(ordering: .acquiring) < before + 2 {}
  }
}

private func isOfTests(_ function: String) -> Bool {
  function.contains("SluiceSimulationTests.")
}

private func functionsOfEvents() -> [String] {
  HangLocation.threadOfEvents.map { thread in
    HangLocation.functions(of: thread, isOfSubject: isOfTests)
  } ?? []
}

private final class Flag: Sendable {
  let value = Atomic(false)
}

@inline(never)
private func spin(until flag: borrowing Atomic<Bool>, telling begun: borrowing Atomic<Bool>) {
  while !flag.load(ordering: .acquiring) { begun.store(true, ordering: .releasing) }
}

/// Sleeps in vain until a flag is set, by a sleep that a cancelled task never begins.
private func sleep(until flag: Flag, telling begun: Flag) async {
  while !flag.value.load(ordering: .acquiring) {
    begun.value.store(true, ordering: .releasing)
    try? await Task.sleep(for: .milliseconds(5))
  }
}

/// Asks until a thread answers in time, which it may not on a busy machine.
private func askOn(_ thread: () -> HangLocation.ThreadNumber?) -> [String] {
  for _ in 0..<60 {
    guard let thread = thread() else { return [] }
    let functions = HangLocation.functions(of: thread, isOfSubject: isOfTests)
    if !functions.isEmpty { return functions }
  }
  return []
}

/// Whether the functions of a place are those of a thread that spins.
private func nameSpin(_ functions: [String]?) -> Bool {
  functions?.contains { function in function.contains("spin(until:") } == true
}

/// Blocks what a worker of Dispatch's blocks, and a thread that it makes inherits.
private func blockAllSignals() {
  var signals = sigset_t()
  // Both calls write and read the set during the call.
  unsafe sigfillset(&signals)
  unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}

/// Whether the thread sanitizer is there, which holds a signal back until a thread calls something.
private let isSignalHeldBack: Bool = {
  // The name is looked up in the tables of the dynamic linker, and nothing is called.
  unsafe dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil
}()

@Suite(
  "Location of a hang", .serialized,
  .disabled(if: isSignalHeldBack, "the thread sanitizer holds signals back"))
struct HangLocationTests {
  /// What is told of an event that goes on until it was asked where it is.
  private static func told(
    of event: @escaping (_ isTold: Flag, _ isSpinning: Flag) -> Void
  ) -> [String] {
    let asker = OutsideThread()
    let told = Record<[String]>()
    let (isSpinning, isTold) = (Flag(), Flag())
    Simulation().perform { simulation in
      simulation.schedule("spin") {
        asker.post {
          while !isSpinning.value.load(ordering: .acquiring) {}
          told.append(askOn { HangLocation.threadOfEvents })
          isTold.value.store(true, ordering: .releasing)
        }
        event(isTold, isSpinning)
      }
      _ = simulation.settle()
      simulation.end()
    }
    return told.all.first ?? []
  }

  @Test("names the function that an event never leaves")
  func functions() {
    let told = Self.told { isTold, isSpinning in
      spin(until: isTold.value, telling: isSpinning.value)
    }
    #expect(nameSpin(told), "\(told)")
  }

  @Test("names the function that sleeps again and again in a cancelled task")
  func sleeps() {
    let told = Self.told { isTold, isSpinning in
      let task = Task { await sleep(until: isTold, telling: isSpinning) }
      task.cancel()
    }
    #expect(told.first?.contains("sleep(until:") == true, "\(told)")
  }

  @Test("names the function that a driver never leaves, which was made with all signals blocked")
  func driver() {
    let (driver, asker) = (OutsideThread(), OutsideThread())
    let told = Record<[String]>()
    let (isSpinning, isTold) = (Flag(), Flag())
    driver.run {
      blockAllSignals()
      HangLocation.ofThisThread { thread in
        asker.post {
          while !isSpinning.value.load(ordering: .acquiring) {}
          told.append(askOn { thread })
          isTold.value.store(true, ordering: .releasing)
        }
        spin(until: isTold.value, telling: isSpinning.value)
      }
    }
    #expect(nameSpin(told.all.first), "\(told.all)")
  }

  @Test("that is asked for during an event changes no search")
  func search() {
    let asker = Asker()
    asker.begin()
    let search = ExhaustiveSearch(isReduced: true)
    while let run = search.nextRun() {
      var footprints: [Footprint] = []
      Simulation(scheduler: run).perform { simulation in
        let touched = SimulationConfined(Record<Int>())
        for cell in 0..<3 {
          simulation.schedule("\(cell)") {
            asker.spinUntilAsked()
            touched.value.append(cell)
          }
        }
        _ = simulation.settle()
        simulation.end()
        footprints = touched.value.all.map { cell in Footprint(touching: [cell]) }
      }
      search.learn(footprints)
    }
    asker.end()
    #expect(search.runs == 1)
    #expect(search.hasLeftOut)
  }
}
