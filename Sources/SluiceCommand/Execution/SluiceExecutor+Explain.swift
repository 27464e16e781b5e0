import SluiceConformance
import SluiceReports
import SluiceScenarios

extension SluiceExecutor {
  /// Explains a rule, a diagnostic code or a word of the scenario language.
  public func explain(
    _ options: ExplainOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    guard let text = explanation(of: options.word) else {
      throw .unknown("rule, code or verb", options.word, known: explainable)
    }
    let sink = environment.standardOutput
    let usesColor = options.color.usesColor(on: sink, variables: environment.variables)
    sink.write(usesColor ? painted(text) : text)
    return .success
  }

  /// An explanation with its head in bold type and the blamed lines of examples in red.
  private func painted(_ text: String) -> String {
    let palette = Palette(isEnabled: true)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] = palette.bold(lines[0])
    for place in lines.indices where lines[place].hasPrefix("  > ") {
      lines[place] = palette.red(lines[place])
    }
    return lines.joined(separator: "\n")
  }

  /// Everything that can be explained, in the order in which equally near words are suggested.
  package var explainable: [String] {
    let rules = Rule.catalogue.map { rule in rule.id }
    let codes = DiagnosticCode.allCases.map { code in code.rawValue }
    let callables: [any CallableSignature] =
      registry.verbs + registry.streams + registry.probes + registry.constructors
    let words = registry.errors + registry.traits
    return rules + codes + registry.products.map { product in product.name }
      + callables.map { callable in callable.name } + words.map { word in word.name }
  }

  /// All that a word means; words of several kinds may be alike, such as a call and an error.
  private func explanation(of word: String) -> String? {
    var texts: [String] = []
    if let rule = Rule.named(word) { texts.append(RuleExplanation(rule: rule).text) }
    if let code = DiagnosticCode(rawValue: word) { texts.append(explanation(of: code)) }
    if let product = registry.product(word) { texts.append(explanation(of: product)) }
    let callables: [(any CallableSignature)?] = [
      registry.verb(word), registry.stream(word), registry.probe(word), registry.constructor(word),
    ]
    for case let callable? in callables { texts.append(explanation(of: callable)) }
    if let error = registry.error(word) { texts.append("error \(word): \(error.summary)\n") }
    if let trait = registry.trait(word) { texts.append("trait \(word): \(trait.summary)\n") }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  private func explanation(of code: DiagnosticCode) -> String {
    let explanation = code.explanation
    var lines = ["\(code.rawValue): \(explanation.title)", "", explanation.explanation]
    if !explanation.wrong.isEmpty { lines += ["", "Wrong:", explanation.wrong] }
    if !explanation.right.isEmpty { lines += ["", "Right:", explanation.right] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func explanation(of product: ProductSignature) -> String {
    let callables: [any CallableSignature] = registry.verbs + registry.streams + registry.probes
    let names = callables.map { callable in callable.name }
      .filter { name in name.hasPrefix("\(product.name).") }
    let words = names.map { name in "  \(name)\n" }.joined()
    return "product \(product.name): \(product.summary)\n"
      + (words.isEmpty ? "" : "\nIts words:\n\(words)")
  }

  private func explanation(of signature: any CallableSignature) -> String {
    var lines = [signature.usage, "", signature.summary]
    var details = signature.parameters.map { parameter in
      "  \(parameter.label ?? parameter.name): \(parameter.summary)"
    }
    if let verb = signature as? VerbSignature {
      details.append("  layers: \(verb.layers.map { $0.rawValue }.joined(separator: ", "))")
    }
    if !details.isEmpty { lines += [""] + details }
    lines += ["", "Example:", "  \(signature.example)", ""]
    return lines.joined(separator: "\n")
  }
}
