import FakeDevice
import FakeListener
import ReferenceStreams
import SluiceConformance
import SluiceRunner
import SluiceSpies

/// The device of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
final class DeviceScenarioFixture: ProductFixture {
  private let choice: BackendChoice<DeviceScript, DeviceEmulator>

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "device", in: setting.layer,
      script: { DeviceScript(in: setting.simulation, spy: setting.spy) },
      emulator: { DeviceEmulator(in: setting.simulation, spy: setting.spy) })
  }

  /// The device that observers are made on.
  var device: FakeDevice {
    switch choice.backend {
    case .script(let script): script.device
    case .emulator(let emulator): emulator.device
    }
  }

  /// A script tells monitors and delegates nothing by itself; the keyboard's present state is read
  /// in any case.
  func traits(of subject: Subject) -> Traits {
    guard case .script = choice.backend, subject.stream != DeviceStreams.keyboard else {
      return subject.traits
    }
    return subject.traits.with { traits in traits.initialValue = .none }
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    try choice.perform(
      invocation, script: { script, call in try script.perform(call) },
      emulator: { emulator, invocation in try emulator.perform(invocation) })
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    switch invocation.name {
    case "device.observers": .integer(Int64(device.observerCount))
    case "device.status": ConnectivityObserver(on: device).status.projected
    case "device.state": AppLifecycleObserver(on: device).state.projected
    case "device.keys": KeyboardObserver(on: device).state.projected
    default: throw FixtureError("a device shows no '\(invocation.name)'")
    }
  }
}

extension DeviceScript {
  /// Does what a script verb says.
  fileprivate func perform(_ call: ScriptedCall) throws {
    switch call {
    case .send(let value, let delivery):
      guard let news = DeviceNews(value) else {
        throw FixtureError("\(value) is no connectivity(…), lifecycle(…) or keyboard(…)")
      }
      send(news, delivery)
    case .sendMany(let count, let first):
      for number in 0..<max(0, count) {
        send(.keyboard(.shown(height: Double(first + number))))
      }
    case .fail, .sendBoth: throw FixtureError("what is observed of a device never fails")
    case .sendNothing: throw FixtureError("observers are always told what is so")
    case .finish: throw FixtureError("what is observed of a device has no end")
    case .refuse: throw FixtureError("the system never refuses an observer")
    }
  }
}

extension DeviceEmulator {
  /// Does what a verb says.
  fileprivate func perform(_ invocation: Invocation) throws {
    switch invocation.name {
    case "device.network":
      let words = [invocation["reachability"], invocation["interface"]].compactMap { $0 }
      let status = Value.call("connectivity", words.map { word in Value.Argument(nil, word) })
      guard let news = DeviceNews(status) else { throw FixtureError("\(status) is no status") }
      change(news)
    case "device.app":
      let state = invocation["state"]?.word.flatMap(AppLifecycleState.init(rawValue:))
      change(.lifecycle(state ?? .active))
    case "device.show-keyboard":
      guard case .double(let height)? = invocation["height"] else {
        throw FixtureError("a keyboard's height is a double")
      }
      change(.keyboard(.shown(height: height)))
    case "device.hide-keyboard": change(.keyboard(.hidden))
    case "device.latency":
      latency = .nanoseconds(invocation["duration"]?.nanoseconds ?? 0)
    default: throw FixtureError("a device knows no '\(invocation.name)'")
    }
  }
}
