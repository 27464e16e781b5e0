import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// Remote Config: updates of an app's configuration, by script and by emulator.
struct RemoteConfigProduct: Product {
  let name = "remoteconfig"
  let module: String? = "FakeRemoteConfig"
  let subjects = RemoteConfigSubjects.all

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: ["listener"],
        summary: "Remote Config: updates of the configuration, by script and by emulator."))
    for verb in RemoteConfigVerbs.all { registry.add(verb) }
    for stream in RemoteConfigStreams.all { registry.add(stream) }
    for probe in RemoteConfigVerbs.probes { registry.add(probe) }
    for error in RemoteConfigStreams.errors { registry.add(error: error) }
    registry.add(RemoteConfigStreams.update)
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    RemoteConfigScenarioFixture(in: setting)
  }
}
