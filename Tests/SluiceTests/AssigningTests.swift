import Sluice
import Synchronization
import Testing

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// Assigns each element to a property of an object, as somebody would write it.
  fileprivate func assign<Root: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Root, Element> & Sendable, on object: Root
  ) -> Task<Void, Never> {
    Task { [weak object] in
      for await element in self { object?[keyPath: keyPath] = element }
    }
  }

  /// The same with a bug: the task keeps the object.
  fileprivate func assignStrongly<Root: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Root, Element> & Sendable, on object: Root
  ) -> Task<Void, Never> {
    Task {
      for await element in self { object[keyPath: keyPath] = element }
    }
  }
}

/// What shows a number, and keeps what assigns it.
private final class Screen: Sendable {
  private let shown = Mutex(0)
  private let undo = Mutex<(@Sendable () -> Void)?>(nil)

  var number: Int {
    get { shown.withLock { number in number } }
    set { shown.withLock { number in number = newValue } }
  }

  func keep(_ undo: @escaping @Sendable () -> Void) {
    self.undo.withLock { kept in kept = undo }
  }

  func stop() { undo.withLock { undo in undo }?() }

  deinit { stop() }
}

@Suite("An assignment to an object")
struct AssigningTests {
  private static let rule = "memory.consumer-released"

  private func failure(_ test: @escaping (TestStage) throws -> Void) throws -> SimulationFailure {
    try #require(#expect(throws: SimulationFailure.self) { try simulate(test) })
  }

  @Test("goes on until it is cancelled, and lets its object go then")
  func right() throws {
    try simulate(schedules: 20) { stage in
      let source = FakeListener<Int>(on: stage)
      let screen = stage.assign("screen", to: Screen()) { screen in
        let task = source.handmade().assign(to: \.number, on: screen)
        screen.keep { task.cancel() }
        return screen.stop
      }
      source.send(1)
      stage.expect(screen.target?.number == 1)
      stage.race { source.send(2) }
      screen.cancel()
      stage.expect(screen.target == nil)
      stage.expect(source.listenerCount == 0)
    }
  }

  @Test("that nothing cancels is cancelled at the end of the test")
  func uncancelled() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      stage.assign("screen", to: Screen()) { screen in
        source.handmade().assign(to: \.number, on: screen).cancel
      }
      source.send(1)
    }
  }

  @Test("that the end of its object cancels lets the object go")
  func cancelledByItsObject() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let screen = stage.assign("screen", to: Screen()) { screen in
        let task = source.handmade().assign(to: \.number, on: screen)
        screen.keep { task.cancel() }
        return {}
      }
      source.send(1)
      stage.cancel("screen")
      stage.expect(source.listenerCount == 0)
      stage.expect(screen.target == nil)
    }
  }

  @Test("breaks the rule where its task keeps the object whose end would cancel it")
  func strong() throws {
    let failure = try failure { stage in
      let source = FakeListener<Int>(on: stage)
      let screen = stage.assign("screen", to: Screen()) { screen in
        let task = source.handmade().assignStrongly(to: \.number, on: screen)
        screen.keep { task.cancel() }
        return {}
      }
      source.send(1)
      screen.cancel()
    }
    #expect("\(failure)".contains("also: \(Self.rule)"), "\(failure)")
  }

  @Test("breaks the rule where what cancels it keeps the object")
  func keptByItsUndoing() throws {
    let failure = try failure { stage in
      let source = FakeListener<Int>(on: stage)
      let screen = stage.assign("screen", to: Screen()) { screen in
        let task = source.handmade().assign(to: \.number, on: screen)
        screen.keep {
          task.cancel()
          screen.number = 0
        }
        return screen.stop
      }
      source.send(1)
      screen.cancel()
    }
    #expect(failure.rule == Self.rule, "\(failure)")
    #expect("\(failure)".contains("the object of consumer 1 still lives"), "\(failure)")
  }

  @Test("has a name of its own")
  func name() throws {
    let failure = try failure { stage in
      let source = FakeListener<Int>(on: stage)
      stage.read("screen", source.handmade(), .lenient)
      stage.assign("screen", to: Screen()) { screen in
        source.handmade().assign(to: \.number, on: screen).cancel
      }
    }
    #expect("\(failure)".contains("'screen' is started already"), "\(failure)")
  }

  @Test("throws what its beginning throws")
  func thrown() {
    #expect(throws: ScriptedError("no seat")) {
      try simulate { stage in
        stage.assign("screen", to: Screen()) { _ in throw ScriptedError("no seat") }
      }
    }
  }
}
