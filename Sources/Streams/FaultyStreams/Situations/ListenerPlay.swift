import FakeListener
package import SluiceConformance
import SluiceProducts
package import SluiceSimulation
import SluiceSpies

/// A stage with a scripted source and one subject: what a situation does, in a vocabulary as short
/// as a scenario's.
///
/// What the script does to the source and to consumers is a stimulus of its own; what follows from
/// it happens in `settle()` and `pass(_:)`.
package final class ListenerPlay {
  /// The driver of the run.
  package let stage: Stage
  private let subject: Subject
  private let arguments: [Value.Argument]
  private var fixture: ProductFixture?
  private var source: (any ListenerSource)?
  /// Why the simulation stopped before it was quiescent, the first time that it did.
  package private(set) var halt: Halt?

  /// A play on an empty stage.
  init(_ situation: Situation, of subject: Subject, in simulation: Simulation) {
    stage = Stage(in: simulation)
    self.subject = subject
    arguments = situation.arguments
    (fixture, source) = ListenerProduct.fixture(
      in: simulation, spy: stage.spy, behavior: situation.behavior)
  }

  // MARK: Consumers

  /// Reads the stream and starts a consumer of it, by default one that iterates until the end.
  func start(
    _ name: String = "A", _ options: (inout ConsumerOptions) -> Void = { _ in }
  ) throws(StageError) {
    guard let fixture else { return }
    let (subject, arguments) = (subject, arguments)
    try stage.start(name, ConsumerOptions(options)) { () throws(SubjectError) in
      try subject.open(fixture, arguments)
    }
  }

  /// Starts a further consumer of another one's sequence.
  func iterate(
    _ name: String, sequenceOf other: String, _ options: (inout ConsumerOptions) -> Void = { _ in }
  ) throws(StageError) {
    try stage.iterate(name, sequenceOf: other, ConsumerOptions(options))
  }

  /// Cancels a consumer, or a group.
  func cancel(_ name: String = "A") throws(StageError) {
    let stage = stage
    try stage.simulation.stimulus("stimulus.cancel") { () throws(StageError) in
      try stage.cancel(name)
    }
  }

  /// Cancels a consumer from inside a call of the backend, where there is nobody to tell of a
  /// mistake in a name.
  func cancelInside(_ point: InjectionPoint, _ name: String = "A") {
    stage.spy.inject(at: point) { [stage] in
      try? stage.cancel(name)
    }
  }

  // MARK: Time

  /// Lets everything happen that is ready.
  func settle() {
    let halt = stage.settle()
    self.halt = self.halt ?? halt
  }

  /// Lets virtual time pass.
  func pass(_ duration: Duration) {
    let halt = stage.advance(to: stage.simulation.now.advanced(by: duration))
    self.halt = self.halt ?? halt
    settle()
  }

  // MARK: The source

  /// Calls back with values, one after another, without anything in between.
  func send(_ values: Int64..., delivery: CallbackDelivery = .direct) {
    for value in values { script("send", .send(.integer(value), delivery)) }
  }

  /// Calls back with an error.
  func fail(_ delivery: CallbackDelivery = .direct) {
    script("fail", .fail("unavailable", delivery))
  }

  /// Calls back with the end.
  func finish(_ delivery: CallbackDelivery = .direct) {
    script("finish", .finish(delivery))
  }

  /// Calls back with neither value nor error.
  func sendNothing() {
    script("send-nothing", .sendNothing(.direct))
  }

  /// Calls back with both a value and an error.
  func sendBoth(_ value: Int64) {
    script("send-both", .sendBoth(.integer(value), "unavailable", .direct))
  }

  /// Makes the next add throw, or one after it.
  func refuseNextAdd(after addsBefore: Int64 = 0) {
    play(.refuse("refused", addsBefore: addsBefore), on: source)
  }

  /// Sets the value that new listeners are handed first.
  func setPresentValue(_ value: Int64) {
    do {
      try source?.setPresentValue(.integer(value))
    } catch {
      preconditionFailure("any value can be an element that is seen to die, but: \(error)")
    }
  }

  /// Has something happen inside the next call of a kind.
  func during(_ point: InjectionPoint, _ action: @escaping (ListenerPlay) -> Void) {
    stage.spy.inject(at: point) { [weak self] in
      if let self { action(self) }
    }
  }

  /// Lets go of the source, as its last owner does.
  func releaseFixture() {
    fixture = nil
    source = nil
  }

  private func script(_ name: String, _ call: ScriptedCall) {
    guard let source else { return }
    stage.simulation.stimulus("stimulus.\(name)") { play(call, on: source) }
  }

  private func play(_ call: ScriptedCall, on source: (any ListenerSource)?) {
    do {
      try source?.play(call)
    } catch {
      preconditionFailure("a situation asks for what the source can't do: \(error)")
    }
  }
}

extension ConsumerOptions {
  fileprivate init(_ change: (inout ConsumerOptions) -> Void) {
    self.init()
    change(&self)
  }
}
