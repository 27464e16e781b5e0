import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSpies
import Synchronization
import Testing

/// An interface whose observers go by numbers.
protocol Store<State>: Sendable {
  associatedtype State: Sendable

  func addObserver(
    _ body: @escaping @Sendable (State?, (any Error)?) -> Void,
    onClose: @escaping @Sendable () -> Void
  ) -> Int
  func removeObserver(_ token: Int)
}

/// Its fake.
struct FakeStore<State: Sendable>: Store {
  let source: FakeListener<State>

  func addObserver(
    _ body: @escaping @Sendable (State?, (any Error)?) -> Void,
    onClose: @escaping @Sendable () -> Void
  ) -> Int {
    source.addObserver(.pair(body, onFinish: onClose)).number
  }

  func removeObserver(_ token: Int) {
    source.removeObserver(ListenerToken(token))
  }
}

/// The stream under test, written by hand: it observes from the first `next()` on.
struct StoreStates<Base: Store>: AsyncSequence {
  enum Fault { case none, forgetsOnCancel, removesAnother, removesTwice }

  typealias Element = Base.State

  let store: Base
  var fault = Fault.none

  func makeAsyncIterator() -> Iterator { Iterator(observation: StoreObservation(store, fault)) }

  struct Iterator: AsyncIteratorProtocol {
    let observation: StoreObservation<Base>

    func next() async throws -> Base.State? { try await observation.next() }
  }
}

/// One iteration: what the iterator holds, whose end is the observation's.
final class StoreObservation<Base: Store>: Sendable {
  private let store: Base
  private let fault: StoreStates<Base>.Fault
  private let core = Observation<Base.State>()

  init(_ store: Base, _ fault: StoreStates<Base>.Fault) {
    self.store = store
    self.fault = fault
  }

  deinit { stop() }

  func next() async throws -> Base.State? {
    try await withTaskCancellationHandler {
      if core.begin() {
        let token = store.addObserver { [core, weak self] state, error in
          if let error { self?.stop(throwing: error) } else if let state { core.accept(state) }
        } onClose: { [weak self] in
          self?.stop()
        }
        if core.keep(token) { remove(token) }
      }
      return try await core.next()
    } onCancel: {
      if fault != .forgetsOnCancel { stop(dropping: true) } else { core.end(nil, dropping: true) }
    }
  }

  private func stop(throwing error: (any Error)? = nil, dropping: Bool = false) {
    core.end(error, dropping: dropping) { [self] token in remove(token) }
  }

  private func remove(_ token: Int) {
    store.removeObserver(fault == .removesAnother ? token + 1000 : token)
    if fault == .removesTwice { store.removeObserver(token) }
  }
}

@Suite("Shape with a token")
struct TokenShapeTests {
  static func subject(_ fault: StoreStates<FakeStore<SentinelElement>>.Fault) -> Subject {
    .overListener("store") { source, _ in
      StoreStates(store: FakeStore(source: source), fault: fault)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(.none), in: situation) == [])
  }

  @Test("has a stream found that leaks when it is cancelled")
  func leaking() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(.forgetsOnCancel), in: "cancel-while-waiting")
    #expect(broken == ["cancellation.suspended-removes"])
  }

  @Test("has a stream found that removes by a token which nobody gave it")
  func wrongToken() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(.removesAnother), in: "cancel-while-waiting")
    #expect(broken == ["teardown.remove-right-one"])
  }

  @Test("has a stream found that removes twice")
  func twice() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(.removesTwice), in: "cancel-while-waiting")
    #expect(broken == ["teardown.remove-once"])
  }

  @Test("gives each observer a token of its own, and knows no other source's")
  func tokens() throws {
    try ShapeBench.perform { bench in
      let first = bench.source.addObserver(.value { value in bench.note("A \(value)") })
      let second = bench.source.addObserver(.value { value in bench.note("B \(value)") })
      #expect(Set([first, second]).count == 2)
      let other = FakeListener<Int>(in: bench.simulation, spy: bench.spy) { _ in .null }
      other.removeObserver(first)
      bench.source.removeObserver(first)
      bench.source.send(1)
      #expect(bench.notes == ["B 1"])
      #expect(bench.log.contains("remove of token(1) called, which was never added"))
    }
  }

  @Test("takes a second remove by a token as the source's behaviour says", .startsIdlePrograms)
  func secondRemove() async {
    await #expect(processExitsWith: .success) {
      try ShapeBench.perform { bench in
        let token = bench.source.addObserver(.value { _ in })
        bench.source.removeObserver(token)
        bench.source.removeObserver(token)
      }
    }
    await #expect(processExitsWith: .failure) {
      var behavior = ListenerBehavior()
      behavior.registrations.trapsOnSecondRemove = true
      try ShapeBench.perform(behavior) { bench in
        let token = bench.source.addObserver(.value { _ in })
        bench.source.removeObserver(token)
        bench.source.removeObserver(token)
      }
    }
  }
}
