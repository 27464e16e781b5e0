import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// Authentication: who is signed in and with which token, by script and by emulator.
struct AuthProduct: Product {
  let name = "auth"
  let module: String? = "FakeAuth"
  let subjects = AuthSubjects.all

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: ["listener"],
        summary: "Authentication: who is signed in, by script and by emulator."))
    for verb in AuthVerbs.all { registry.add(verb) }
    for stream in AuthStreams.all { registry.add(stream) }
    for probe in AuthVerbs.probes { registry.add(probe) }
    registry.add(AuthStreams.user)
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    AuthScenarioFixture(in: setting)
  }
}
