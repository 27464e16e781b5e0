import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// Messaging: its registration tokens and the messages in the foreground, by script and by
/// emulator.
struct MessagingProduct: Product {
  let name = "messaging"
  let module: String? = "FakeMessaging"
  let subjects = MessagingSubjects.all

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: ["listener"],
        summary: "Messaging: tokens and foreground messages, by script and by emulator."))
    for verb in MessagingVerbs.all { registry.add(verb) }
    for stream in MessagingVerbs.streams { registry.add(stream) }
    for probe in MessagingVerbs.probes { registry.add(probe) }
    registry.add(MessagingVerbs.message)
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    MessagingScenarioFixture(in: setting)
  }
}
