import FakeDevice
import ReferenceStreams
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Observers in the scope of an async let")
struct UnawaitedChildTests {
  /// Whether a scope awaits a child task.
  private enum Scope {
    case unawaited
    case awaited
  }

  /// A screen that observes a device, as the guide to observers has it.
  private final class Screen: Sendable {
    private let connectivity: ConnectivityObserver
    private let lifecycle: AppLifecycleObserver
    private let keyboard: KeyboardObserver
    private let note: @Sendable (String) -> Void

    init(on device: FakeDevice, _ note: @escaping @Sendable (String) -> Void) {
      connectivity = ConnectivityObserver(on: device)
      lifecycle = AppLifecycleObserver(on: device)
      keyboard = KeyboardObserver(on: device)
      self.note = note
    }

    func observe(in scope: Scope) async {
      switch scope {
      case .unawaited: await observeUnawaited()
      case .awaited: await observeAwaited()
      }
    }

    /// Begins three observers and awaits none: the end of the scope cancels them, the last one
    /// first, and waits for each.
    private func observeUnawaited() async {
      async let _: () = observeConnectivity()
      async let _: () = observeLifecycle()
      async let _: () = observeKeyboard()
    }

    /// Begins three observers and awaits one, so that the scope lasts as long as that one.
    private func observeAwaited() async {
      async let network: () = observeConnectivity()
      async let _: () = observeLifecycle()
      async let _: () = observeKeyboard()
      await network
    }

    private func observeConnectivity() async {
      for await status in connectivity.statusStream { note("\(status.projected)") }
    }

    private func observeLifecycle() async {
      for await state in lifecycle.stateStream { note("\(state.projected)") }
    }

    private func observeKeyboard() async {
      for await state in keyboard.stateStream { note("\(state.projected)") }
    }
  }

  /// What a screen showed.
  private final class Notes {
    var lines: [String] = []
  }

  /// Runs a screen's function on a device, and a test beside it.
  private func run(
    _ scope: Scope,
    _ body: (Simulation, DeviceEmulator, Task<Void, Never>, SimulationConfined<Notes>) throws ->
      Void
  ) throws {
    let notes = SimulationConfined(Notes())
    try Simulation().perform { simulation throws in
      let emulator = DeviceEmulator(in: simulation, spy: Spy(log: EventLog(of: simulation)))
      let screen = Screen(on: emulator.device) { line in notes.value.lines.append(line) }
      let task = simulation.spawn("screen") {
        await screen.observe(in: scope)
        notes.value.lines.append("over")
      }
      #expect(simulation.settle() == nil)
      try body(simulation, emulator, task, notes)
      simulation.end()
    }
  }

  @Test("that nobody awaits end with it at once, and show what was so before at most")
  func unawaited() throws {
    try run(.unawaited) { simulation, emulator, _, notes in
      let lines = notes.value.lines
      #expect(lines.last == "over")
      #expect(
        Set(lines.dropLast()).isSubset(of: [
          "connectivity(satisfied, wifi)", "lifecycle(active)", "keyboard(hidden)",
        ]))
      #expect(emulator.device.observerCount == 0)
      emulator.change(.connectivity(ConnectivityStatus(.unsatisfied)))
      #expect(simulation.settle() == nil)
      #expect(notes.value.lines == lines)
    }
  }

  @Test("of which one is awaited live as long as that one does")
  func awaited() throws {
    try run(.awaited) { simulation, emulator, task, notes in
      #expect(
        Set(notes.value.lines) == [
          "connectivity(satisfied, wifi)", "lifecycle(active)", "keyboard(hidden)",
        ])
      #expect(emulator.device.observerCount == 4)
      task.cancel()
      #expect(simulation.settle() == nil)
      #expect(notes.value.lines.last == "over")
      #expect(emulator.device.observerCount == 0)
    }
  }
}
