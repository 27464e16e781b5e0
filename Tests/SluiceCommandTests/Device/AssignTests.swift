import FakeDevice
import FaultyStreams
import ReferenceStreams
import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("assign(to:on:)")
struct AssignTests {
  /// A screen that shows the network's status and keeps what keeps it up to date.
  private final class Screen: Sendable {
    private let sentinel: Sentinel
    private let state = Mutex(ConnectivityStatus?.none)
    private let handle = Mutex<(any Sendable)?>(nil)

    init(_ log: EventLog) {
      sentinel = Sentinel(.consumer(1), log: log)
    }

    var status: ConnectivityStatus {
      get { state.withLock { state in state } ?? ConnectivityStatus(.unsatisfied) }
      set { state.withLock { state in state = newValue } }
    }

    func keep(_ handle: any Sendable) {
      self.handle.withLock { kept in kept = handle }
    }
  }

  /// Assigns a status stream to a screen; gives back how that is cancelled.
  private typealias Assigning = (
    ListenerSequence<ConnectivityStatus, Never>, Screen
  ) -> @Sendable () -> Void

  /// Assigns a stream to a screen, cancels that, and lets go of the screen and of the device.
  private func judge(_ assign: Assigning) throws -> [Judgement] {
    try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      var emulator: DeviceEmulator? = DeviceEmulator(in: simulation, spy: stage.spy)
      var screen: Screen? = Screen(stage.log)
      let observer = ConnectivityObserver(on: try #require(emulator?.device))
      let cancel = assign(observer.statusStream, try #require(screen))
      #expect(stage.settle() == nil)
      #expect(screen?.status == ConnectivityStatus(.satisfied, .wifi))
      emulator?.change(.connectivity(ConnectivityStatus(.satisfied, .cellular)))
      #expect(stage.settle() == nil)
      #expect(screen?.status.interface == .cellular)
      cancel()
      #expect(stage.settle() == nil)
      #expect(emulator?.device.observerCount == 0)
      screen = nil
      #expect(stage.playEpilogue() == nil)
      #expect(stage.conclude { emulator = nil } == nil)
      let evidence = Evidence(stage.log.entries, traits: Traits())
      return Rule.judge(evidence)
    }
  }

  @Test("assigns until it is cancelled, and keeps no object alive after that")
  func released() throws {
    let judgements = try judge { stream, screen in
      let task = stream.assign(to: \.status, on: screen)
      screen.keep(task)
      return { task.cancel() }
    }
    let verdict = judgements.first { judgement in
      judgement.ruleID == FaultyAssignsStrongly.rule
    }?.verdict
    #expect(verdict == .held)
  }

  @Test("is caught by its rule where it holds the object strongly")
  func strong() throws {
    let judgements = try judge { stream, screen in
      let assignment = FaultyAssignsStrongly(stream, to: \.status, on: screen)
      screen.keep(assignment)
      return { assignment.cancel() }
    }
    let primary = judgements.primaryViolations.map(\.ruleID)
    #expect(primary == [FaultyAssignsStrongly.rule])
  }

  @Test("ends at the first element that comes when the object is gone")
  func gone() throws {
    try Simulation().perform { simulation throws in
      let log = EventLog(of: simulation)
      let emulator = DeviceEmulator(in: simulation, spy: Spy(log: log))
      var screen: Screen? = Screen(log)
      let task = ConnectivityObserver(on: emulator.device).statusStream
        .assign(to: \.status, on: try #require(screen))
      #expect(simulation.settle() == nil)
      screen = nil
      #expect(log.livingSentinels.contains(.consumer(1)) == false)
      #expect(emulator.device.observerCount == 1)
      emulator.change(.connectivity(ConnectivityStatus(.unsatisfied)))
      #expect(simulation.settle() == nil)
      #expect(emulator.device.observerCount == 0)
      _ = task
      simulation.end()
    }
  }

  /// A screen outside of any run.
  private static func makeScreen() -> Screen {
    Simulation().perform { simulation in Screen(EventLog(of: simulation)) }
  }

  @Test("passes on the error of a sequence that fails")
  func failing() async {
    let (stream, continuation) = AsyncThrowingStream<ConnectivityStatus, any Error>.makeStream()
    let screen = Self.makeScreen()
    let task = stream.assign(to: \.status, on: screen)
    continuation.yield(ConnectivityStatus(.satisfied, .wired))
    continuation.finish(throwing: CancellationError())
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(screen.status.interface == .wired)
  }
}
