import FakeDevice
public import SluiceProducts
import SluiceSpies

/// The device of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class DeviceBackend: ScriptedBackend {
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

  /// What makes things happen on the device.
  var emulator: DeviceEmulator {
    get throws(FixtureError) { try choice.emulator }
  }

  var isScripted: Bool {
    if case .script = choice.backend { true } else { false }
  }

  func chooseScript() throws(FixtureError) {
    try choice.chooseScript()
  }

  /// Has the listeners told what a script verb says.
  public func play(_ call: ScriptedCall) throws {
    let script = try choice.script
    switch call {
    case .send(let value, let delivery): script.send(try DeviceNews(scripted: value), delivery)
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count {
        script.send(.keyboard(.shown(height: Double(first + number))))
      }
    case .fail, .sendBoth: throw FixtureError("what is observed of a device never fails")
    case .sendNothing: throw FixtureError("observers are always told what is so")
    case .finish: throw FixtureError("what is observed of a device has no end")
    case .refuse: throw FixtureError("the system never refuses an observer")
    }
  }
}

extension DeviceNews {
  /// The news that a scenario has a script tell.
  fileprivate init(scripted value: Value) throws(FixtureError) {
    let news =
      try? DeviceProduct.connectivityStatus(value) ?? DeviceProduct.lifecycleState(value)
      ?? DeviceProduct.keyboardState(value)
    // What is no state of a device by its arguments is told in the same words as what is no call.
    guard let news else {
      throw FixtureError("\(value) is no connectivity(…), lifecycle(…) or keyboard(…)")
    }
    self = news
  }
}
