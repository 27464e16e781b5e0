import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

/// A product that exists for the tests of the runner alone.
enum ToyProduct {
  static let product = Product(
    "toy", summary: "A toy.", backend: { setting in ToyBackend(in: setting) }, verbs: verbs,
    probes: [
      Probe(counting: "listeners", "How many listen.", example: "expect toy.listeners == 0") {
        backend in backend.toy.listenerCount
      }
    ],
    streams: values,
    constructors: Constructor(
      shown: "pair", "Two values.",
      Parameter<Value>("left", .pattern, "the one"),
      Parameter<Value>("right", .pattern, "the other"),
      Parameter.optional(label: "is", .pattern, "what they are"), example: "pair(1, 2, is: 3)")
  ).with([
    subject("right", .right), subject("deaf", .deaf), subject("stuck", .stuckPastTheEnd),
    subject("absent", .absent), subject("foreign", .foreign),
    subject("throwing-on-cancel", .throwingOnCancel),
  ])

  private static let values = StreamDeclaration<ToyBackend, ToySource>(
    "toy.values", "The values.", example: "S = toy.values()",
    traits: { traits in
      traits.registration = .iterator
      traits.bufferOnCancel = .drains
    },
    source: { backend in backend.toy })

  private static let value = Parameter<Value>("value", .data, "the value")

  private static let verbs: [Verb<ToyBackend>] = [
    Verb("send", "Sends a value.", value, example: "toy.send(1)") { backend, value in
      backend.send(value)
    },
    Verb(
      "later", "Sends a value later.", value,
      Parameter<Duration>(label: "after", .duration, default: .zero, "how much later"),
      example: "toy.later(1, after: 1s)"
    ) { backend, value, delay in backend.send(value, after: delay) },
    Verb("finish", "Ends it.", example: "toy.finish()") { backend in
      backend.toy.call(.finish) { continuation in continuation.finish() }
    },
    Verb("spin", "Schedules one event after the other, for ever.", example: "toy.spin()") {
      backend in backend.spin()
    },
    Verb("refuse", "Can't be done.", example: "toy.refuse()") { _ in
      throw FixtureError("the toy does not do this")
    },
    Verb(
      "poll", "Schedules one event after the other at an interval, for ever.",
      Parameter<Duration>(label: "every", .duration, "the interval"),
      example: "toy.poll(every: 1s)"
    ) { backend, interval in backend.poll(every: interval) },
    Verb(
      "fail", "Fails.", Parameter<String>("error", .error, "the error"),
      .optional(label: "number", .integer, "what it carries"),
      example: "toy.fail(unavailable, number: 1)"
    ) { (backend: ToyBackend, code: String, number: Int64?) in
      backend.fail(ToyError(code: code, number: number))
    },
  ]

  private static func subject(_ name: String, _ kind: ToySequence.Kind) -> Subject {
    Subject(
      name, of: values, project: { value in value },
      open: { toy in ToySequence(source: toy, kind: kind) })
  }
}

/// The toy backend of one run.
final class ToyBackend: Sendable {
  let toy: ToySource
  private let simulation: Simulation

  init(in setting: FixtureSetting) {
    toy = ToySource(spy: setting.spy)
    simulation = setting.simulation
  }

  func send(_ value: Value) {
    toy.call(.value(value)) { continuation in continuation.yield(value) }
  }

  func send(_ value: Value, after delay: Duration) {
    simulation.schedule("toy.later", after: delay) { [self] in send(value) }
  }

  func fail(_ error: ToyError) {
    toy.call(.failure(Failure(error))) { continuation in continuation.finish(throwing: error) }
  }

  /// One event after the other at an interval, for ever.
  func poll(every interval: Duration) {
    simulation.schedule("toy.poll", after: interval) { [weak self] in self?.poll(every: interval) }
  }

  /// One event after the other, for ever.
  func spin() {
    simulation.schedule("toy.spin") { [weak self] in self?.spin() }
  }
}
