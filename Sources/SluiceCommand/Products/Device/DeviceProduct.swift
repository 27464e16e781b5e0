import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// What an app observes of its device: the network, its own life cycle, the keyboard.
struct DeviceProduct: Product {
  let name = "device"
  let module: String? = "FakeDevice"
  let subjects = DeviceSubjects.all

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: ["listener"],
        summary: "Device observers: network, life cycle, keyboard, by script and by emulator."))
    for verb in DeviceVerbs.all { registry.add(verb) }
    for stream in DeviceStreams.all { registry.add(stream) }
    for probe in DeviceVerbs.probes { registry.add(probe) }
    for constructor in DeviceConstructors.all { registry.add(constructor) }
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    DeviceScenarioFixture(in: setting)
  }
}
