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
      let task: Task<Void, any Error> = stream.assign(to: \.status, on: screen)
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

  @Test("is caught by its rule where it keeps the object to put it back")
  func puttingBack() throws {
    let judgements = try judge { stream, screen in
      let assignment = FaultyPutsItsTargetBack(stream, to: \.status, on: screen)
      screen.keep(assignment)
      return { assignment.cancel() }
    }
    let primary = judgements.primaryViolations.map(\.ruleID)
    #expect(primary == [FaultyPutsItsTargetBack.rule])
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

  /// The guide's screen, which follows three observers at once.
  private final class Watcher: Sendable {
    let connectivity: any ConnectivityObserving<ListenerSequence<ConnectivityStatus, Never>>
    let lifecycle: any AppLifecycleObserving<ListenerSequence<AppLifecycleState, Never>>
    let keyboard: any KeyboardObserving<ListenerSequence<KeyboardState, Never>>
    private let offline = Mutex(false)
    private let background = Mutex(false)
    private let height = Mutex(0.0)

    init(on device: FakeDevice) {
      connectivity = ConnectivityObserver(on: device)
      lifecycle = AppLifecycleObserver(on: device)
      keyboard = KeyboardObserver(on: device)
    }

    var isOffline: Bool {
      get { offline.withLock { $0 } }
      set { offline.withLock { $0 = newValue } }
    }

    var isInBackground: Bool {
      get { background.withLock { $0 } }
      set { background.withLock { $0 = newValue } }
    }

    var keyboardHeight: Double {
      get { height.withLock { $0 } }
      set { height.withLock { $0 = newValue } }
    }

    func startObserving() async {
      async let network: () = connectivity.statusStream
        .map { !$0.isConnected }
        .assign(to: \.isOffline, on: self)
      async let app: () = lifecycle.stateStream
        .map { $0 == .background }
        .assign(to: \.isInBackground, on: self)
      async let keys: () = keyboard.stateStream
        .map { $0.height }
        .assign(to: \.keyboardHeight, on: self)
      // The guide gives them no names and awaits none; the language then cancels all at once.
      _ = await (network, app, keys)
    }
  }

  @Test("follows three observers as children of one task, until that is cancelled")
  func together() throws {
    try Simulation().perform { simulation throws in
      let log = EventLog(of: simulation)
      let emulator = DeviceEmulator(in: simulation, spy: Spy(log: log))
      var watcher: Watcher? = Watcher(on: emulator.device)
      weak let remaining = watcher
      let task = Task { [watcher] in await watcher?.startObserving() }
      #expect(simulation.settle() == nil)
      emulator.change(.connectivity(ConnectivityStatus(.unsatisfied)))
      emulator.change(.lifecycle(.background))
      emulator.change(.keyboard(.shown(height: 300)))
      #expect(simulation.settle() == nil)
      #expect(watcher?.isOffline == true)
      #expect(watcher?.isInBackground == true)
      #expect(watcher?.keyboardHeight == 300)
      task.cancel()
      #expect(simulation.settle() == nil)
      #expect(emulator.device.observerCount == 0)
      watcher = nil
      #expect(remaining == nil)
      simulation.end()
    }
  }

  /// A screen of the main actor, outside of which nobody may assign to it.
  @MainActor private final class MainScreen {
    var status = ConnectivityStatus(.unsatisfied)
  }

  @Test("assigns to an object of the main actor where its caller is on it")
  @MainActor func mainActor() async throws {
    let (stream, continuation) = AsyncThrowingStream<ConnectivityStatus, any Error>.makeStream()
    let screen = MainScreen()
    continuation.yield(ConnectivityStatus(.satisfied, .wired))
    continuation.finish(throwing: CancellationError())
    await #expect(throws: CancellationError.self) {
      try await stream.assign(to: \.status, on: screen)
    }
    #expect(screen.status.interface == .wired)
  }

  /// A screen outside of any run.
  private static func makeScreen() -> Screen {
    Simulation().perform { simulation in Screen(EventLog(of: simulation)) }
  }

  @Test("passes on the error of a sequence that fails")
  func failing() async {
    let (stream, continuation) = AsyncThrowingStream<ConnectivityStatus, any Error>.makeStream()
    let screen = Self.makeScreen()
    let task: Task<Void, any Error> = stream.assign(to: \.status, on: screen)
    continuation.yield(ConnectivityStatus(.satisfied, .wired))
    continuation.finish(throwing: CancellationError())
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(screen.status.interface == .wired)
  }
}
