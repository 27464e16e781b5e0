/// Calls in the notation of the language; an argument that is what is taken without it is left out.
struct CallText {
  let registry: Registry

  /// A call of a verb.
  func verb(_ call: ScenarioCall) -> String {
    text(call, registry.verb(call.name)?.parameters ?? [])
  }

  /// A call of a stream.
  func stream(_ call: ScenarioCall) -> String {
    text(call, registry.stream(call.name)?.parameters ?? [])
  }

  /// What is behind `expect` where something is looked at.
  func probe(_ expectation: ProbeExpectation) -> String {
    let parameters = registry.probe(expectation.probe.name)?.parameters ?? []
    let call = expectation.probe.arguments.isEmpty
      ? expectation.probe.name : text(expectation.probe, parameters)
    return "\(call) \(expectation.comparison.rawValue) \(expectation.value)"
  }

  private func text(_ call: ScenarioCall, _ parameters: [ParameterSignature]) -> String {
    let arguments = call.arguments.compactMap { argument -> String? in
      guard let parameter = parameters.first(where: { $0.name == argument.parameter }) else {
        return argument.value.description
      }
      guard let label = parameter.label else { return argument.value.description }
      if case .defaulted(let kind) = parameter.presence, argument.value.kind == kind { return nil }
      return "\(label): \(argument.value)"
    }
    return "\(call.name)(\(arguments.joined(separator: ", ")))"
  }
}
