import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("End of a run on threads")
struct EpilogueOnThreadsTests {
  @Test("waits for an add that is on its way when its consumer has gone, and for its remove")
  func lateAdd() {
    let platform = Works()
    let stage = Stage(in: Simulation(on: platform))
    // What is on its way to the backend holds the source.
    var source: Sentinel? = Sentinel(.owner, log: stage.log)
    platform.put { [spy = stage.spy] in
      let registration = spy.addCalled()
      registration.addReturned()
      platform.put { registration.remove { _ in } }
      source = nil
    }
    stage.concludeOnThreads(patience: .zero) {}
    _ = source
    #expect(platform.isIdle)
    let said = stage.log.entries.map { entry in "\(entry.event)" }
    #expect(
      said == [
        "add #1 called", "add #1 returned", "the owner died", "remove #1 called",
        "remove #1 returned", "epilogue ended", "everything is let go of",
      ])
  }

  @Test("tells what is left when all patience is over")
  func left() {
    let platform = Works()
    let stage = Stage(in: Simulation(on: platform))
    let source = Sentinel(.owner, log: stage.log)
    withExtendedLifetime(source) {
      stage.concludeOnThreads(patience: .zero) {}
      let said = stage.log.entries.map { entry in "\(entry.event)" }
      #expect(said == ["epilogue ended", "the owner still lives", "everything is let go of"])
    }
  }
}

/// A platform without threads, which does one thing that was on its way between two looks.
private final class Works: ThreadPlatform {
  // Done on the test's own thread.
  private let works = Mutex<[SimulationConfined<() -> Void>]>([])

  var now: Instant { .start }
  var step: Int { 0 }
  var isIdle: Bool { works.withLock { works in works.isEmpty } }

  /// Puts something on its way.
  func put(_ work: @escaping () -> Void) {
    let work = SimulationConfined(work)
    works.withLock { works in works.append(work) }
  }

  func stagger() {}
  func random() -> UInt64 { 0 }
  func drive(_ body: @escaping @Sendable () -> Void) { body() }
  func makeQueue(_ kind: CallbackQueue.Kind) -> any ThreadQueue { Queue() }

  func wait(atMost limit: Duration, until condition: () -> Bool) -> Bool {
    while !condition() {
      guard let work = works.withLock({ works in works.isEmpty ? nil : works.removeFirst() }) else {
        return false
      }
      work.value()
    }
    return true
  }

  private struct Queue: ThreadQueue {
    func asyncAfter(_ delay: Duration, _ action: @escaping @Sendable () -> Void) { action() }
  }
}
