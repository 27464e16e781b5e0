import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// The Realtime Database: places, queries and the events of their children, by script and by
/// emulator.
struct DatabaseProduct: Product {
  let name = "database"
  let module: String? = "FakeDatabase"
  let subjects = DatabaseSubjects.all

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: ["listener"],
        summary: "The Realtime Database: values and events of children, by script and by emulator."
      ))
    for verb in DatabaseVerbs.all { registry.add(verb) }
    for stream in DatabaseStreams.all { registry.add(stream) }
    for probe in DatabaseVerbs.probes { registry.add(probe) }
    for constructor in DatabaseConstructors.all { registry.add(constructor) }
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    DatabaseScenarioFixture(in: setting)
  }
}
