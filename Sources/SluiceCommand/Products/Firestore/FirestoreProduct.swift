import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// Firestore: its documents, collections and queries, by script and by emulator.
struct FirestoreProduct: Product {
  let name = "firestore"
  let module: String? = "FakeFirestore"
  let subjects = FirestoreSubjects.all

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: ["listener"],
        summary: "Firestore: documents, collections and queries, by script and by emulator."))
    for verb in FirestoreVerbs.all { registry.add(verb) }
    for stream in FirestoreStreams.all { registry.add(stream) }
    for probe in FirestoreVerbs.probes { registry.add(probe) }
    for constructor in FirestoreConstructors.all { registry.add(constructor) }
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    FirestoreScenarioFixture(in: setting)
  }
}
