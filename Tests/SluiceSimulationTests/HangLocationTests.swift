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
        _ = HangLocation.functions()
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

private final class Flag: Sendable {
  let value = Atomic(false)
}

@inline(never)
private func spin(until flag: borrowing Atomic<Bool>, telling begun: borrowing Atomic<Bool>) {
  while !flag.load(ordering: .acquiring) { begun.store(true, ordering: .releasing) }
}

/// Whether a function is the one that spins.
private func namesSpin(_ function: String) -> Bool { function.contains("spin(until:") }

/// Whether the thread sanitizer is there, which holds a signal back until a thread calls something.
private let isSignalHeldBack: Bool = {
  // The name is looked up in the tables of the dynamic linker, and nothing is called.
  unsafe dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil
}()

@Suite(
  "Location of a hang", .serialized,
  .disabled(if: isSignalHeldBack, "the thread sanitizer holds signals back"))
struct HangLocationTests {
  @Test("names the function that an event never leaves")
  func functions() {
    let thread = OutsideThread()
    let told = Record<[String]>()
    let (isSpinning, isTold) = (Flag(), Flag())
    Simulation().perform { simulation in
      simulation.schedule("spin") {
        thread.post {
          while !isSpinning.value.load(ordering: .acquiring) {}
          // A busy machine can delay an answer beyond its limit, and a thread that a test of the
          // stress tool drives in this process is asked before this one.
          var functions: [String] = []
          var (late, others) = (0, 0)
          while !functions.contains(where: namesSpin), late < 60, others < 1_000_000 {
            functions = HangLocation.functions()
            if functions.isEmpty { late += 1 } else { others += 1 }
            sched_yield()
          }
          told.append(functions)
          isTold.value.store(true, ordering: .releasing)
        }
        spin(until: isTold.value, telling: isSpinning.value)
      }
      _ = simulation.settle()
      simulation.end()
    }
    #expect(told.all.first?.contains(where: namesSpin) == true, "\(told.all)")
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
