import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// Storage: its uploads and downloads, by script and by emulator.
struct StorageProduct: Product {
  let name = "storage"
  let module: String? = "FakeStorage"
  let subjects = StorageSubjects.all

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: ["listener"],
        summary: "Storage: the progress of uploads and downloads, by script and by emulator."))
    for verb in StorageVerbs.all { registry.add(verb) }
    registry.add(StorageVerbs.stream)
    for probe in StorageVerbs.probes { registry.add(probe) }
    for constructor in StorageVerbs.constructors { registry.add(constructor) }
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    StorageScenarioFixture(in: setting)
  }
}
