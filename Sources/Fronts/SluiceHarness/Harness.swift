package import SluiceConformance
package import SluiceProducts
package import SluiceRunner
package import SluiceScenarios
package import SluiceSpies

/// A conformance gate as a program: the products and streams that it knows, and the commands by
/// which they are run, explored, listed, checked and explained.
///
/// It finds the command that a call names, validates the call, and has the work done.
public struct Harness: Sendable {
  /// The version that `--version` prints and reports carry.
  package static let version = "0.1.0"

  /// The program's name, as it is called.
  package let name: String
  package let products: [Product]
  package let registry: Registry
  /// The rules that judge the cases: the kit's, and behind them those of the program.
  package let rules: RuleBook
  /// Whether the kit's own scenarios are known wherever a call is made.
  let shipped: Shipped
  /// The weakest rules that fail a case where a call does not say it.
  let usualLevel: Rule.Level
  /// The last edition whose cases and rules count where a call does not say it; nil for the newest,
  /// of which each run says that it is not declared.
  package let ownEdition: Edition?
  /// Why the program can't be run as it is written, in a sentence; nil if it can.
  var mistake: String?
  /// The commands, in the order in which help lists them.
  package let commands: [any Command.Type]

  /// The commands that every program has.
  static let commands: [any Command.Type] = [
    RunCommand.self, MergeCommand.self, ExploreCommand.self, ReplayCommand.self,
    ReportCommand.self, ListCommand.self, UpgradeCommand.self, CheckCommand.self,
    ExplainCommand.self, TraitsCommand.self, CoverageCommand.self, StressCommand.self,
    ServeCommand.self, StressServeCommand.self,
  ]

  /// A program for some products with their streams.
  ///
  /// - Parameters:
  ///   - name: The program's name, as it is called.
  ///   - products: The products.
  ///   - shipped: Whether the scenarios that come with the kit are there beside the caller's.
  ///   - level: The weakest rules that fail a case where a call does not say it.
  ///   - edition: The last edition whose cases and rules count where a call does not say it; nil
  ///     for the newest, without a declaration.
  ///   - newest: The newest edition of the kit.
  ///   - commands: The commands beside the usual ones, each with the name of the one behind which
  ///     it is listed.
  package init(
    name: String, products: [Product], shipped: Shipped, level: Rule.Level = .should,
    edition: Edition? = .newest, newest: Edition = .newest,
    adding commands: [(command: any Command.Type, behind: String)] = []
  ) {
    self.name = name
    self.products = products
    self.shipped = shipped
    usualLevel = level
    ownEdition = edition
    rules = products.ruleBook
    var registry = Vocabulary.registry(of: products)
    registry.newestEdition = newest
    self.registry = registry
    self.commands = commands.reduce(into: Harness.commands) { all, added in
      let place = all.firstIndex { command in command.name == added.behind } ?? all.count - 1
      all.insert(added.command, at: place + 1)
    }
  }

  /// What the scenarios that come with the kit are to a program.
  package enum Shipped: Sendable {
    /// They are the caller's, in its `Scenarios`.
    case own
    /// They are there beside the caller's.
    case beside
  }

  /// The scenarios that come with the kit, about the products that have streams here; nil where
  /// the caller's are all that a call means.
  ///
  /// The program that comes with the kit means them only where a call names them.
  /// - Parameter environment: The call.
  /// - Returns: The scenarios.
  /// - Throws: `PlanError` where they can't be found.
  func shippedScenarios(
    in environment: CommandEnvironment
  ) throws(PlanError) -> ShippedScenarios? {
    let isNamed = environment.arguments.contains { word in
      word.hasPrefix(ShippedScenarios.mark)
    }
    guard shipped == .beside || isNamed else { return nil }
    return try ShippedScenarios(
      of: products.filter { product in !product.subjects.isEmpty }.map { product in product.name })
  }

  /// The cases that a call is asked for, as a worker or by itself.
  ///
  /// - Parameter environment: What was read already.
  /// - Returns: The cases.
  /// - Throws: `PlanError` where the kit's own scenarios can't be found.
  package func requestedCases(
    in environment: CommandEnvironment
  ) throws(PlanError) -> RequestedCases {
    var shipped = try shippedScenarios(in: environment)
    // A worker learns from each request which scenarios are meant.
    if shipped == nil, isHiddenCall(in: environment) {
      shipped = try? ShippedScenarios(of: [])
    }
    return RequestedCases(
      registry: registry, shippedScenarios: shipped, libraries: environment.libraries)
  }

  /// What answers the requests of a run.
  func caseServer(in environment: CommandEnvironment) throws(PlanError) -> CaseServer {
    CaseServer(products: products, cases: try requestedCases(in: environment))
  }

  /// The names of all implementations, each once, in the order of the products.
  ///
  /// For this all of them are made: a call that names one is asked whether it ``knows`` that.
  package var subjectNames: [String] {
    var known: Set<String> = []
    return products.flatMap { product in product.subjects.map { subject in subject.name } }
      .filter { name in known.insert(name).inserted }
  }

  /// Whether a name is that of some implementation.
  func knows(_ subjectName: String) -> Bool {
    products.contains { product in !product.subjects(named: subjectName).isEmpty }
  }

  /// The streams that a call means that names none: those called `reference`, or all.
  var defaultSubjects: [String] {
    knows(Harness.reference) ? [Harness.reference] : subjectNames
  }

  /// Whether a call need not name a stream because there is one that it means then.
  var hasDefaultSubject: Bool { knows(Harness.reference) || subjectNames.count < 2 }

  /// Runs the call that the environment holds.
  ///
  /// Help that is asked for goes to standard output and is a success, even if the rest of the call
  /// is wrong; what is wrong goes to standard error, with a hint where help is, before any work is
  /// done.
  ///
  /// What can't be printed is a failure of the harness, whatever the work came to: half an output
  /// is taken for a whole one.
  ///
  /// - Parameter environment: The call, and everything of the world that commands may touch.
  /// - Returns: What the call comes to.
  package func run(in environment: CommandEnvironment) -> ExitCode {
    var environment = environment
    environment.programName = name
    if !isHiddenCall(in: environment) {
      let mistakes = [environment.columnsMistake].compactMap(\.self)
      for mistake in mistakes + variableMistakes(in: environment.variables) {
        environment.tell("\(name): \(mistake)\n", on: environment.standardError)
      }
    }
    let code = answer(in: environment)
    if let sentence = environment.endDetached() {
      environment.standardError.write("\(name): \(oneLine(sentence))\n")
    }
    guard let failure = environment.standardOutput.failure else { return code }
    environment.standardError.write("\(name): can't write to standard output: \(failure)\n")
    return .harnessFailure
  }

  /// Whether a call is of a command that programs start, such as a worker.
  private func isHiddenCall(in environment: CommandEnvironment) -> Bool {
    commands.contains { command in
      command.isHidden && command.name == environment.arguments.first
    }
  }

  /// Finds out what the call means, and does it.
  private func answer(in environment: CommandEnvironment) -> ExitCode {
    let help = HelpText(of: self)
    let columns = environment.columns(on: environment.standardOutput)
    guard let first = environment.arguments.first else {
      environment.tell(
        help.program(columns: environment.columns(on: environment.standardError)),
        on: environment.standardError)
      return .usage
    }
    switch first {
    case "--help", "-h":
      environment.tell(help.program(columns: columns))
      return .success
    case "--version":
      environment.standardOutput.write("\(name) \(Self.version)\n")
      return .success
    default: break
    }
    let isNowhere = environment.workingDirectory.isEmpty
    if let mistake = isNowhere ? "the working directory does not exist any more" : mistake {
      environment.standardError.write("\(name): \(mistake)\n")
      return .harnessFailure
    }
    guard let command = commands.first(where: { command in command.name == first }) else {
      meant(by: environment.arguments).wasRefused(
        environment.arguments[...], in: environment, with: self)
      return refuse(unknown(first), hint: "\(name) --help", in: environment)
    }
    let words = environment.arguments.dropFirst()
    if words.prefix(while: { word in word != "--" }).contains(where: Self.asksForHelp) {
      environment.tell(help.text(of: command, columns: columns))
      return .success
    }
    do throws(UsageError) {
      return try run(command, words, in: environment)
    } catch {
      command.wasRefused(words, in: environment, with: self)
      return refuse(error, hint: "\(name) \(command.name) --help", in: environment)
    }
  }

  /// The command of a call with all of its options understood.
  ///
  /// - Throws: `UsageError` for the first thing that is wrong.
  package func command(
    _ command: any Command.Type, _ words: ArraySlice<String>
  ) throws(UsageError) -> any Command {
    try command.parse(
      try ParsedOptions(words, options: command.options, operand: command.operand))
  }

  /// Does what a call means: once, or for each of the streams in turn.
  private func run(
    _ command: any Command.Type, _ words: ArraySlice<String>, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    var environment = environment
    var parsed = try options(of: command, words, in: &environment)
    do throws(UsageError) {
      let subjects = try impliedSubjects(of: command, parsed)
      guard !subjects.isEmpty else {
        return try command.parse(parsed).run(in: environment, with: self)
      }
      var codes: [ExitCode] = []
      for subject in subjects {
        parsed.supply(.subject, [subject], from: .call)
        let call = try command.parse(parsed)
        if subjects.count > 1 { environment.standardError.write("\(name): subject \(subject)\n") }
        let code = try call.run(in: environment, with: self)
        codes.append(code)
        // What is wrong with the scenarios or the selection is so for every stream.
        if code == .usage || code == .nothingSelected || environment.stopSignal.isRaised { break }
      }
      return codes.gravest
    } catch {
      throw parsed.located(error)
    }
  }

  /// The streams that a call means without naming one, in a program without one called `reference`:
  /// its only one; for a run or an upgrade all of them, with a report each.
  ///
  /// - Returns: Their names; none where the call or the command's default says it.
  /// - Throws: `UsageError` where one has to be named.
  private func impliedSubjects(
    of command: any Command.Type, _ parsed: ParsedOptions
  ) throws(UsageError) -> [String] {
    guard command.options.contains(.subject), !parsed.isGiven(.subject),
      !knows(Harness.reference)
    else { return [] }
    let names = subjectNames
    // What is read or written for one stream would be mistaken for another's.
    let isOfOne = RunCommand.ofOneSubject.contains(where: parsed.isGiven)
    let isOfAll = command == RunCommand.self || command == UpgradeCommand.self
    guard names.count < 2 || (isOfAll && !isOfOne) else {
      throw .severalSubjects(names)
    }
    return names
  }

  /// The streams as they should be, which are meant where a call names none.
  static let reference = "reference"

  private static func asksForHelp(_ word: String) -> Bool {
    word == "--help" || word == "-h"
  }

  private func unknown(_ word: String) -> UsageError {
    guard !word.hasPrefix("-") else { return .optionBeforeCommand(word) }
    return .unknownCommand(word, suggestion: nearest(to: word)?.name)
  }

  /// The command whose name is nearly a word, if there is one.
  private func nearest(to word: String) -> (any Command.Type)? {
    let known = commands.filter { command in !command.isHidden }
    let name = Suggestion.nearest(to: word, among: known.map { command in command.name })
    return known.first { command in command.name == name }
  }

  /// The command that a call means whose first word is none: what that is nearly, or the first one
  /// that is named behind it; without either one that leaves reports.
  private func meant(by words: [String]) -> any Command.Type {
    let named = words.lazy.compactMap { word in
      commands.first { command in command.name == word }
    }
    return words.first.flatMap(nearest) ?? named.first ?? RunCommand.self
  }

  private func refuse(
    _ error: UsageError, hint: String, in environment: CommandEnvironment
  ) -> ExitCode {
    if let mistake = error.mistakeInFile {
      // As editors jump to it.
      environment.standardError.write("\(mistake)\n")
    } else {
      environment.tell("\(name): \(error)\nSee '\(hint)'.\n", on: environment.standardError)
    }
    return .usage
  }
}

extension [ExitCode] {
  /// The gravest of them: what the harness could not do comes before what failed.
  fileprivate var gravest: ExitCode {
    let order: [ExitCode] = [
      .usage, .harnessFailure, .diverged, .failure, .nothingSelected, .success,
    ]
    guard let gravest = order.first(where: contains) else {
      preconditionFailure("a call was made for each of no streams")
    }
    return gravest
  }
}
