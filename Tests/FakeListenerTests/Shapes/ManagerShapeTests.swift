import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// An object over a source that hands out streams, and knows all of its listeners.
final class Manager: Sendable {
  private let source: FakeListener<SentinelElement>
  private let state = Mutex(State())
  private let fault: Fault

  enum Fault { case none, keepsListeners, keepsItself }

  private struct State {
    var handles: [Int: ListenerHandle] = [:]
    var count = 0
  }

  init(_ source: FakeListener<SentinelElement>, _ fault: Fault = .none) {
    self.source = source
    self.fault = fault
  }

  /// How many streams it has handed out.
  var count: Int { state.withLock { state in state.count } }

  /// The stream under test, whose listener is the manager's to remove.
  var elements: AsyncThrowingStream<SentinelElement, any Error> {
    AsyncThrowingStream { continuation in
      let cleanUp = CleanUp()
      continuation.onTermination = { _ in cleanUp.run() }
      let keeper = fault == .keepsItself ? self : nil
      let handle = source.addListener(
        .result(
          { result in
            _ = keeper
            if cleanUp.isOver { return }
            switch result {
            case .success(let element): continuation.yield(element)
            case .failure(let error): continuation.finish(throwing: error)
            }
          }, onFinish: { if !cleanUp.isOver { continuation.finish() } }))
      let number = state.withLock { state in
        state.count += 1
        state.handles[state.count] = handle
        return state.count
      }
      cleanUp.set { [self] in if fault != .keepsListeners { remove(number) } }
    }
  }

  private func remove(_ number: Int) {
    if fault == .keepsItself { return }
    let handle = state.withLock { state in state.handles.removeValue(forKey: number) }
    handle?.remove()
  }
}

@Suite("Shape with an object for each run")
struct ManagerShapeTests {
  static func subject(_ fault: Manager.Fault = .none) -> Subject {
    Subject(
      "manager", over: .sentinels, traits: .plain,
      making: { source in Manager(source, fault) }, open: { manager in manager.elements })
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  @Test("has a manager found that keeps its listeners")
  func leaking() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(.keepsListeners), in: "cancel-while-waiting")
    #expect(broken == ["cancellation.suspended-removes"])
  }

  @Test("has a manager found that is kept by its source")
  func keptForever() throws {
    let subject = Self.subject(.keepsItself)
    let situation = try #require(Situation.named("cancel-while-waiting"))
    let broken = situation.run(subject).judge().violations.map(\.rule.id)
    #expect(broken.contains("memory.owner-released"))
  }

  @Test("is made once for each run, and let go of with its source")
  func once() throws {
    let made = Mutex<[WeakManager]>([])
    let subject = Subject(
      "manager", over: .sentinels, traits: .plain,
      making: { source in
        let manager = Manager(source)
        made.withLock { made in made.append(WeakManager(manager: manager)) }
        return manager
      }, open: { manager in manager.elements })
    let situation = try #require(
      ShapeCourse.situations.first { situation in
        situation.name.contains("two") && situation.applies(to: subject)
      })
    for _ in 0..<2 { _ = situation.run(subject) }
    #expect(made.withLock { made in made.count } == 2)
    #expect(made.withLock { made in made.allSatisfy { weak in weak.manager == nil } })
  }
}

private struct WeakManager {
  weak let manager: Manager?
}
