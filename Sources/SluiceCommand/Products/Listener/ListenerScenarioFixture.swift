import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceRunner
import SluiceSpies
import Synchronization

/// The scripted source of one run, as scenario lines speak to it.
final class ListenerScenarioFixture: ProductFixture {
  private struct State {
    var behavior = ListenerBehavior()
    var hasPresentValue = false
    var made: ListenerFixture?
    var server: ValueServer<SentinelElement>?
  }

  private let setting: FixtureSetting
  private let state = Mutex(State())

  init(in setting: FixtureSetting) {
    self.setting = setting
  }

  var source: any Fixture { fixture }

  /// The source, made when it is first needed, so that its behaviour can be chosen before.
  private var fixture: ListenerFixture {
    // Making one calls nobody back, so the lock may be held meanwhile.
    state.withLock { state in
      if let made = state.made { return made }
      let fixture = ListenerFixture(
        in: setting.simulation, spy: setting.spy, behavior: state.behavior)
      state.made = fixture
      return fixture
    }
  }

  /// The source decides whether there is a present value, and what is told to listeners after the
  /// end.
  func traits(of subject: Subject) -> Traits {
    let (behavior, hasPresentValue) = state.withLock { state in
      (state.behavior, state.hasPresentValue || state.server?.hasArrived == true)
    }
    return subject.traits.with { traits in
      if hasPresentValue { traits.initialValue = .present }
      switch behavior.afterEnd {
      case .finishesAgain: break
      case .fails: traits.afterSourceEnd = .fails
      case .startsAfresh: traits.afterSourceEnd = .restarts
      }
    }
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    if let call = ScriptedCall(invocation) {
      try perform(call)
    } else if let call = ValueServerCall(invocation) {
      perform(call)
    } else if invocation.name == "listener.behave" {
      try behave(invocation)
    } else {
      state.withLock { state in state.hasPresentValue = true }
      fixture.listener.setPresentValue(fixture.element(invocation["value"] ?? .null))
    }
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    .integer(Int64(fixture.listener.listenerCount))
  }

  /// The server behind the source, made when it is first needed.
  private var server: ValueServer<SentinelElement> {
    let listener = fixture.listener
    return state.withLock { state in
      let server = state.server ?? ValueServer(behind: listener, in: setting.simulation)
      state.server = server
      return server
    }
  }

  private func perform(_ call: ValueServerCall) {
    switch call {
    case .put(let value): server.put(fixture.element(value))
    case .latency(let latency): server.latency = latency
    case .offline: server.disconnect()
    case .online: server.connect()
    case .revoke(let error): server.revoke(ScriptedError(error))
    case .close: server.finish()
    }
  }

  private func perform(_ call: ScriptedCall) throws(FixtureError) {
    let listener = fixture.listener
    switch call {
    case .send(let value, let delivery): listener.send(fixture.element(value), delivery)
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count {
        listener.send(fixture.element(.integer(first + number)))
      }
    case .fail(let error, let delivery): listener.fail(ScriptedError(error), delivery)
    case .finish(let delivery): listener.finish(delivery)
    case .sendNothing(let delivery): listener.sendNothing(delivery)
    case .sendBoth(let value, let error, let delivery):
      listener.sendBoth(fixture.element(value), ScriptedError(error), delivery)
    case .refuse(let error, let addsBefore):
      guard addsBefore >= 0 else { throw FixtureError("a number of adds is not negative") }
      listener.refuseNextAdd(ScriptedError(error), after: addsBefore)
    }
  }

  private func behave(_ invocation: Invocation) throws(FixtureError) {
    var behavior = ListenerBehavior()
    behavior.registrations = RegistrationBehavior(invocation)
    behavior.afterEnd =
      switch invocation["after-end"]?.word {
      case "starts-afresh": .startsAfresh
      case "fails": .fails(ScriptedError("unavailable"))
      default: .finishesAgain
      }
    behavior.presentValueDelivery =
      invocation["present"]?.word == "queued" ? .queued() : .direct
    let isEarly = state.withLock { state in
      if state.made == nil { state.behavior = behavior }
      return state.made == nil
    }
    if isEarly { return }
    throw FixtureError("the source exists already; say how it behaves before anything else")
  }
}
