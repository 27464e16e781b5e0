import Observation
import Sluice
import Synchronization
import Testing

/// An observable object that keeps the newest value of a source.
private final class Gauge: Observable, Sendable {
  private struct State {
    var reading: Int?
    var handle: ListenerHandle?
  }

  private let registrar = ObservationRegistrar()
  private let state = Mutex(State())

  var reading: Int? {
    registrar.access(self, keyPath: \.reading)
    return state.withLock { state in state.reading }
  }

  func start(_ source: FakeListener<Int>) {
    let handle = source.addListener(.value { [weak self] value in self?.read(value) })
    state.withLock { state in state.handle = handle }
  }

  func stop() {
    state.withLock { state in state.handle.take() }?.remove()
  }

  private func read(_ value: Int) {
    registrar.withMutation(of: self, keyPath: \.reading) {
      state.withLock { state in state.reading = value }
    }
  }
}

/// The readings of a gauge of each iteration's own, through `Observations`.
private struct Readings: AsyncSequence, Sendable {
  enum Fault { case none, forgetsCancel, forgetsAll }

  typealias Base = AsyncCompactMapSequence<Observations<Int?, Never>, Int>

  let source: FakeListener<Int>
  var fault = Fault.none

  func makeAsyncIterator() -> Iterator { Iterator(source, fault) }

  struct Iterator: AsyncIteratorProtocol {
    private let owner: Owner
    private var base: Base.AsyncIterator

    init(_ source: FakeListener<Int>, _ fault: Fault) {
      let gauge = Gauge()
      owner = Owner(gauge, fault)
      base = Observations { gauge.reading }.compactMap(\.self).makeAsyncIterator()
      gauge.start(source)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      let stop = owner.stopOfCancel
      return await withTaskCancellationHandler(
        operation: { await base.next(isolation: actor) }, onCancel: stop, isolation: actor)
    }
  }

  /// What stops the gauge when the iteration is let go of.
  final class Owner: Sendable {
    private let gauge: Gauge
    private let fault: Fault

    init(_ gauge: Gauge, _ fault: Fault) {
      self.gauge = gauge
      self.fault = fault
    }

    deinit { if fault != .forgetsAll { gauge.stop() } }

    var stopOfCancel: @Sendable () -> Void {
      { [gauge, fault] in if fault == .none { gauge.stop() } }
    }
  }
}

/// What the readings are: an observation keeps the newest value alone, and has no end or errors.
private let traits = Traits().with { traits in
  traits.registration = .iterator
  traits.overflow = .newest(1)
  traits.canFail = false
  traits.ambiguousEvent = .yields
}

@Suite("A stream over Observations")
struct ObservationsTests {
  @Test("holds every rule", arguments: [TestSchedules.canonical, .sampled(100)])
  func right(schedules: TestSchedules) throws {
    try simulate(schedules: schedules, traits: traits) { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", Readings(source: source), .lenient)
      source.send(1)
      source.send(2)
      stage.race { source.send(3) }
      stage.race { reader.cancel() }
    }
  }

  @Test("hands over what its object has settled on, and of several values at once the newest")
  func values() throws {
    try simulate(traits: traits) { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", Readings(source: source))
      source.send(1)
      reader.expect(1)
      stage.perform { for value in 2...4 { source.send(value) } }
      stage.settle()
      #expect(reader.elements.last == 4)
      reader.cancel()
    }
  }

  @Test("is found where it forgets the cancel, or to stop at all")
  func wrong() throws {
    for fault in [Readings.Fault.forgetsCancel, .forgetsAll] {
      let failure = #expect(throws: SimulationFailure.self) {
        try simulate(traits: traits) { stage in
          let source = FakeListener<Int>(on: stage)
          let reader = stage.read("reader", Readings(source: source, fault: fault), .lenient)
          source.send(1)
          reader.cancel()
        }
      }
      #expect(failure?.rule?.hasPrefix("cancellation.") == true, "\(fault): \(failure as Any)")
    }
  }
}
