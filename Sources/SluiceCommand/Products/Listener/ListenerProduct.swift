import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSpies

/// The product that stands for any listener interface: a scripted source, and its streams right and
/// wrong.
struct ListenerProduct: Product {
  let name = "listener"
  let module: String? = "FakeListener"
  let subjects: [Subject]

  /// The product with the streams that the command knows, the faulty ones among them.
  init() {
    subjects =
      ListenerSubjects.all + FaultyStreams.all.map { faulty in faulty.subject }
      + RacingStreams.all.map { racing in racing.subject } + FatalStreams.all
      + EscapingStreams.all + UnguardedStreams.all + NondeterministicStreams.all
  }

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(name, summary: "Any listener interface, played by a scripted source."))
    for verb in ScriptVerbs.verbs + ValueServerVerbs.all { registry.add(verb) }
    registry.add(Self.present)
    registry.add(Self.behave)
    registry.add(Self.values)
    registry.add(Self.listeners)
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    ListenerScenarioFixture(in: setting)
  }

  private static let present = VerbSignature(
    "listener.present", product: "listener", layers: ScriptVerbs.layers,
    parameters: [ParameterSignature("value", .data, summary: "the present value")],
    summary: "Sets the value that is handed to each new listener, inside add.",
    example: "listener.present(1)")

  private static let behave = VerbSignature(
    "listener.behave", product: "listener", layers: ScriptVerbs.layers,
    parameters: BehaviorChoice.parameters + [
      ParameterSignature(
        label: "after-end", .symbol(["finishes", "fails", "starts-afresh"]),
        .defaulted(.symbol("finishes")),
        summary: "what a listener finds that is added after the end"),
      ParameterSignature(
        label: "present", .symbol(["direct", "queued"]), .defaulted(.symbol("direct")),
        summary: "whether the present value comes inside add or as an event"),
    ],
    summary: "Chooses how the source treats its listeners; only before anything else happens.",
    example: "listener.behave(handles: self-removing)")

  private static let values = StreamSignature(
    Subject.listenerStream, product: "listener", suite: "listener.values",
    parameters: [
      ParameterSignature(label: "options", .data, summary: "what the stream passes to add")
    ],
    summary: "The values of the source.", example: "S = listener.values()")

  private static let listeners = ProbeSignature(
    "listener.listeners", product: "listener",
    summary: "The number of listeners that are registered now.",
    example: "expect listener.listeners == 0")
}
