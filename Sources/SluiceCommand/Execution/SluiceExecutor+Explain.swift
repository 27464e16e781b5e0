import SluiceConformance
import SluiceScenarios

extension SluiceExecutor {
  /// Explains a rule, a diagnostic code or a word of the scenario language.
  public func explain(
    _ options: ExplainOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    guard let text = explanation(of: options.word) else {
      throw .unknown("rule, code or verb", options.word, known: explainable)
    }
    environment.standardOutput.write(text)
    return .success
  }

  /// Everything that can be explained, in the order of the registry.
  private var explainable: [String] {
    Rule.catalogue.map(\.id) + DiagnosticCode.allCases.map(\.rawValue) + registry.verbs.map(\.name)
      + registry.streams.map(\.name) + registry.probes.map(\.name)
      + registry.constructors.map(\.name) + registry.errors.map(\.name)
  }

  private func explanation(of word: String) -> String? {
    if let rule = Rule.named(word) { return RuleExplanation(rule: rule).text }
    if let code = DiagnosticCode(rawValue: word) { return explanation(of: code) }
    let signatures: [(any CallableSignature)?] = [
      registry.verb(word), registry.stream(word), registry.probe(word), registry.constructor(word),
    ]
    if let signature = signatures.compactMap({ $0 }).first { return explanation(of: signature) }
    return registry.error(word).map { error in "error \(error.name): \(error.summary)\n" }
  }

  private func explanation(of code: DiagnosticCode) -> String {
    let explanation = code.explanation
    var lines = ["\(code.rawValue): \(explanation.title)", "", explanation.explanation]
    if !explanation.wrong.isEmpty { lines += ["", "Wrong:", explanation.wrong] }
    if !explanation.right.isEmpty { lines += ["", "Right:", explanation.right] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func explanation(of signature: any CallableSignature) -> String {
    var lines = [signature.usage, "", signature.summary, ""]
    for parameter in signature.parameters {
      lines.append("  \(parameter.label ?? parameter.name): \(parameter.summary)")
    }
    if let verb = signature as? VerbSignature {
      lines.append("  layers: \(verb.layers.map(\.rawValue).joined(separator: ", "))")
    }
    lines += ["", "Example:", "  \(signature.example)", ""]
    return lines.joined(separator: "\n")
  }
}
