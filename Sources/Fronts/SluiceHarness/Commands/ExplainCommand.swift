import SluiceConformance
import SluiceReports
import SluiceScenarios
import SluiceSpies
import SluiceText

/// What `sluice explain` was asked for.
package struct ExplainOptions: Equatable, Sendable {
  /// The rule, the trait, the diagnostic code, the verb, the kind or the word of a report, or the
  /// name of a list.
  package var word: String
  /// Whether to print everything that a rule says of itself.
  package var isWhole = false
  /// Whether to print in colour.
  package var color = ColorChoice.auto

  /// A call for one word.
  package init(word: String) {
    self.word = word
  }
}

/// `sluice explain`.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Says what a rule, a trait, a code, or a word of a report means."
  static let discussion = [
    "The page of a rule has its usual cause, the fix, a log that holds and one that",
    "breaks it. A kind is what reports call a problem, such as SubjectHung. 'sluice",
    "explain rules', 'traits', 'abilities', 'verbs', 'codes', 'kinds' or 'words'",
    "lists them. 'words' are those of reports and logs, such as 'leaves loop'.",
    "Names of events in a schedule begin with 'consumer', 'access' or 'stimulus',",
    "end in 'deliver' or 'busy', or are 'goes-on'; each of these words has a page.",
  ]
  static let operand: OperandDeclaration? = OperandDeclaration(
    "WORD", .one,
    help: "such as cancellation.suspended-removes, removal, S0107 or 'leaves loop'")
  static let all = OptionDeclaration(
    "--all", .none, help: "the whole page of a rule: every log, the traits it reads")
  static let options: [OptionDeclaration] = [all, .color]

  let values: ExplainOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ExplainCommand {
    guard let word = parsed.operands.first else {
      throw .missingOperand(placeholder: "WORD")
    }
    var values = ExplainOptions(word: word)
    values.isWhole = parsed.isGiven(all)
    values.color = try parsed.choice(.color) ?? values.color
    return ExplainCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    try harness.explain(values, in: environment)
  }
}

extension Harness {
  /// Explains a rule, a diagnostic code or a word of the scenario language.
  package func explain(
    _ options: ExplainOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let sink = environment.standardOutput
    let columns = environment.columns(on: sink)
    let list = ExplainedList(rawValue: options.word).map { list in
      list.text(of: self, columns: columns)
    }
    guard let told = list ?? explanation(of: options, columns) else {
      throw .unknown(
        "rule, trait, ability, code, verb, kind or word", options.word,
        known: explainable + ExplainedList.allCases.map { list in list.rawValue })
    }
    let text = DisplayText(told).rendered(columns: columns).joined(separator: "\n")
    let usesColor = options.color.usesColor(on: sink, variables: environment.variables)
    sink.put(usesColor ? painted(text) : text)
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
    let rules = self.rules.ids
    let codes = DiagnosticCode.allCases.map { code in code.rawValue }
    let callables: [any CallableSignature] =
      registry.verbs + registry.streams + registry.probes + registry.constructors
    let words = registry.errors + registry.traits
    let traits = TraitName.allCases.map { trait in trait.rawValue }
    let abilities = SourceAbility.allCases.map { ability in ability.rawValue }
    let kinds = CaseFailure.Kind.allCases.map { kind in kind.rawValue }
    let labels = LabelKind.allCases.map { kind in kind.rawValue }
    return rules + traits + abilities + codes + kinds + labels
      + WordExplanation.suggested
      + registry.products.map { product in product.name }
      + callables.map { callable in callable.name }
      + words.map { word in word.name }.filter { word in !traits.contains(word) }
  }

  /// All that a word means; words of several kinds may be alike, such as a call and an error.
  private func explanation(of options: ExplainOptions, _ columns: Int?) -> String? {
    let word = options.word
    var texts: [String] = []
    if let rule = rules.rule(named: word) {
      let page = RuleExplanation(rule: rule)
      texts.append(options.isWhole ? page.wholeText : page.text)
    }
    if let kind = CaseFailure.Kind(rawValue: word) {
      texts.append(KindExplanation(kind: kind, program: name).text)
    }
    if let label = LabelKind(rawValue: word) { texts.append(explanation(of: label)) }
    if let code = DiagnosticCode(rawValue: word) { texts.append(explanation(of: code)) }
    if let product = registry.product(word) { texts.append(explanation(of: product)) }
    let callables: [(any CallableSignature)?] = [
      registry.verb(word), registry.stream(word), registry.probe(word),
    ]
    let constructors: [(any CallableSignature)?] = registry.constructors(named: word)
    for case let callable? in callables + constructors {
      // Products that share a value call say the same of it.
      let text = explanation(of: callable)
      if !texts.contains(text) { texts.append(text) }
    }
    if let error = registry.error(word) { texts.append("error \(word): \(error.summary)\n") }
    if let trait = TraitName(rawValue: word) {
      let page = TraitExplanation(
        trait: trait, registry: registry, rules: rules.rules, program: name, columns: columns)
      texts.append(page.text)
    } else if let trait = registry.trait(word) {
      let page = word.prefix { character in character != "." }
      texts.append("trait \(word): \(trait.summary)\n\nSee '\(name) explain \(page)'.\n")
    }
    if let ability = SourceAbility(rawValue: word) {
      texts.append(AbilityExplanation(ability: ability, registry: registry).text)
    }
    texts += WordExplanation.all.filter { entry in entry.word == word }.map(\.text)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  private func explanation(of code: DiagnosticCode) -> String {
    let explanation = code.explanation
    var lines = ["\(code.rawValue): \(explanation.title)", "", explanation.explanation]
    if !explanation.wrong.isEmpty { lines += ["", "Wrong:", explanation.wrong] }
    if !explanation.right.isEmpty { lines += ["", "Right:", explanation.right] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func explanation(of label: LabelKind) -> String {
    let order =
      "A schedule has these names with a number, as in consumer.S#2: the second event of "
      + "that name. A departure names the events that were ready and the one that ran. By the "
      + "canonical schedule the first of them would have run."
    return "event \(label.rawValue): \(label.meaning)\n\n\(order)\n"
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
      if let ability = verb.needs { details.append("  needs the ability: \(ability.rawValue)") }
      details += verb.needsOfWords.sorted { one, other in one.key < other.key }
        .map { word, ability in "  \(word) needs the ability: \(ability.rawValue)" }
    }
    if !details.isEmpty { lines += [""] + details }
    lines += ["", "Example:", "  \(signature.example)", ""]
    return lines.joined(separator: "\n")
  }
}

/// A list of everything of one kind that can be explained.
enum ExplainedList: String, CaseIterable {
  case rules
  case traits
  case abilities
  case verbs
  case codes
  case kinds
  case words

  /// The list: a line or two for each, in the order of the catalogue, or of the products.
  ///
  /// - Parameters:
  ///   - harness: The program.
  ///   - columns: The columns that there are; nil for the usual ones.
  /// - Returns: The list.
  func text(of harness: Harness, columns: Int?) -> String {
    let entries: [(String, String)] =
      switch self {
      case .rules: harness.rules.rules.map { rule in (rule.id, rule.statement) }
      case .traits:
        TraitName.allCases.map { trait in (trait.rawValue, TraitExplanation.summary(of: trait)) }
      case .abilities:
        SourceAbility.allCases.map { ability in
          (ability.rawValue, AbilityExplanation.summary(of: ability))
        }
      case .verbs: harness.registry.verbs.map { verb in (verb.name, verb.summary) }
      case .codes: DiagnosticCode.allCases.map { code in (code.rawValue, code.explanation.title) }
      case .kinds:
        CaseFailure.Kind.allCases.map { kind in (kind.rawValue, kind.summary) }
      case .words: WordExplanation.all.map { entry in (entry.word, entry.meaning) }
      }
    let table = HelpText.table(entries, columns: columns)
    return table.map { line in "\(line.dropFirst(2))\n" }.joined()
  }
}
