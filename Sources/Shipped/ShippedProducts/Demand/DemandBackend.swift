import DemandStreams
import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Synchronization

/// Both ends of the bridges of one run, as scenario lines speak to them.
///
/// What a line says is said to the sequence behind the publisher under test, and to the publisher
/// that is read as a sequence. Whoever subscribes, requests and cancels does so in a task of its
/// own, since a publisher under test may do anything meanwhile.
public final class DemandBackend: Sendable {
  private struct State {
    var drives: [SubscriberDrive] = []
    var subscribing: PublisherMaker.Subscribing?
    var tasks = 0
  }

  /// The publisher that is read as a sequence.
  let publisher: FakePublisher
  let script: DemandScript
  private let simulation: Simulation
  private let log: EventLog
  private let maker: PublisherMaker?
  private let state = Mutex(State())

  init(in setting: FixtureSetting) {
    simulation = setting.simulation
    log = setting.spy.log
    publisher = FakePublisher(spy: setting.spy, in: setting.simulation)
    script = DemandScript(log: setting.spy.log)
    maker = setting.subject(DemandProduct.publisher)?.wants as? PublisherMaker
  }

  deinit {
    // The end of a program: who still has a subscription cancels it.
    for drive in state.withLock({ state in state.drives }) {
      drive.cancel()
      drive.drop()
    }
    publisher.forget()
  }

  // MARK: What both ends say

  func send(_ numbers: some Sequence<Int>, _ way: FakePublisher.Way) {
    script.append(numbers)
    publisher.send(numbers, way)
  }

  func end(_ error: ScriptedError?, _ way: FakePublisher.Way, after delay: Duration) {
    guard delay > .zero else {
      script.end(error)
      publisher.end(error, way)
      return
    }
    simulation.schedule("demand.end", after: delay) { [script, publisher] in
      script.end(error)
      publisher.end(error, way)
    }
  }

  // MARK: What subscribers do

  /// Subscribes, in a task of its own.
  func subscribe(_ behavior: SubscriberDrive.Behavior) throws(FixtureError) {
    guard let maker else { throw FixtureError("there is no publisher under test") }
    let (drive, subscribing) = state.withLock { state in
      let subscribing = state.subscribing ?? maker.make(DemandSource(script: script))
      state.subscribing = subscribing
      let drive = SubscriberDrive(
        state.drives.count + 1, behavior, log: log, in: simulation)
      state.drives.append(drive)
      return (drive, subscribing)
    }
    spawn("subscriber") {
      drive.note(.subscribeCalled(drive.number))
      SubscriberDrive.$current.withValue(drive.number) { subscribing(drive) }
      drive.note(.subscribeReturned(drive.number))
    }
  }

  /// Requests, in a task of its own, so much later.
  func request(
    _ demand: Subscribers.Demand, by number: Int64, after delay: Duration
  ) throws(FixtureError) {
    let drive = try drive(number)
    spawn("requester", after: delay) { drive.request(demand) }
  }

  /// Cancels, in a task of its own, so much later.
  func cancel(_ number: Int64, after delay: Duration) throws(FixtureError) {
    let drive = try drive(number)
    spawn("canceller", after: delay) { drive.cancel() }
  }

  /// The subscriber of a number.
  func drive(_ number: Int64) throws(FixtureError) -> SubscriberDrive {
    let drives = state.withLock { state in state.drives }
    guard number >= 1, number <= drives.count else {
      throw FixtureError("subscribers are numbered from 1, and there are \(drives.count)")
    }
    return drives[Int(number) - 1]
  }

  private func spawn(
    _ role: String, after delay: Duration = .zero, _ body: @escaping @Sendable () -> Void
  ) {
    let number = state.withLock { state in
      state.tasks += 1
      return state.tasks
    }
    guard delay > .zero else {
      _ = simulation.spawn("\(role).\(number)") { body() }
      return
    }
    simulation.schedule("demand.\(role)", after: delay) { [simulation] in
      _ = simulation.spawn("\(role).\(number)") { body() }
    }
  }
}
