import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSimulation
import SluiceSpies

/// A product that exists for the tests of the runner alone.
struct ToyProduct: Product {
  let name = "toy"
  let subjects = [
    ToyProduct.subject("right", .right), ToyProduct.subject("deaf", .deaf),
    ToyProduct.subject("stuck", .stuckPastTheEnd), ToyProduct.subject("absent", .absent),
    ToyProduct.subject("foreign", .foreign),
  ]

  func register(in registry: inout Registry) {
    registry.add(ProductSignature(name, summary: "A toy."))
    let value = ParameterSignature("value", .data)
    let after = ParameterSignature(label: "after", .duration, .defaulted(.duration(0)))
    let number = ParameterSignature(label: "number", .int, .optional)
    for (verb, parameters) in [
      ("send", [value]), ("later", [value, after]), ("finish", []), ("spin", []), ("refuse", []),
      ("fail", [ParameterSignature("error", .error), number]),
    ] {
      registry.add(
        VerbSignature(
          "toy.\(verb)", product: name, parameters: parameters, summary: "Does it.",
          example: "toy.\(verb)()"))
    }
    registry.add(
      StreamSignature(
        "toy.values", product: name, suite: "toy.values", summary: "The values.",
        example: "S = toy.values()"))
    registry.add(
      ProbeSignature(
        "toy.listeners", product: name, summary: "How many listen.",
        example: "expect toy.listeners == 0"))
    registry.add(
      ConstructorSignature(
        "pair",
        parameters: [
          ParameterSignature("left", .pattern), ParameterSignature("right", .pattern),
          ParameterSignature(label: "is", .pattern),
        ],
        summary: "Two values.", example: "pair(1, 2)"))
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    ToyFixture(in: setting)
  }

  private static func subject(_ name: String, _ kind: ToySequence.Kind) -> Subject {
    Subject(
      name, stream: "toy.values",
      traits: Traits().with { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
      },
      open: { (fixture: ToyFixture, _) throws(SubjectError) in
        ToySequence(source: fixture.toy, kind: kind)
      },
      project: { value in value })
  }
}

/// The toy backend of one run.
final class ToyFixture: ProductFixture {
  let toy: ToySource
  private let simulation: Simulation

  init(in setting: FixtureSetting) {
    toy = ToySource(spy: setting.spy)
    simulation = setting.simulation
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    let value = invocation["value"] ?? .null
    switch invocation.name {
    case "toy.send": send(value)
    case "toy.later":
      guard case .duration(let delay)? = invocation["after"] else { return }
      simulation.schedule("toy.later", after: .nanoseconds(delay)) { [self] in send(value) }
    case "toy.finish": toy.call(.finish) { continuation in continuation.finish() }
    case "toy.spin": spin()
    case "toy.fail": fail(invocation)
    default: throw FixtureError("the toy does not do this")
    }
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    .integer(Int64(toy.listenerCount))
  }

  private func send(_ value: Value) {
    toy.call(.value(value)) { continuation in continuation.yield(value) }
  }

  private func fail(_ invocation: Invocation) {
    guard case .symbol(let code)? = invocation["error"] else { return }
    var number: Int64?
    if case .integer(let given)? = invocation["number"] { number = given }
    let error = ToyError(code: code, number: number)
    toy.call(.failure(Failure(error))) { continuation in continuation.finish(throwing: error) }
  }

  /// One event after the other, for ever.
  private func spin() {
    simulation.schedule("toy.spin") { [weak self] in self?.spin() }
  }
}
