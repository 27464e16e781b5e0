import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSimulation
import SluiceText

/// What `sluice traits` was asked for.
package struct TraitsOptions: Equatable, Sendable {
  /// The names of the subjects, of which none means `reference`; and patterns of case ids, and
  /// scenario files and folders, of which none means all of `Scenarios`.
  package var words: [String] = []
  /// Which cases, as the expression that was given.
  package var filter: String?
  /// How many further schedules each case is played under.
  package var schedules = 0
  /// The seed of the schedules.
  package var seed: UInt64 = 0
  /// Where cases are played.
  package var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  package var watchdog = Duration.seconds(10)
  /// The form of what is printed.
  package var format = DataFormat.human

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice traits`.
struct TraitsCommand: Command {
  static let name = "traits"
  static let summary = "Observes streams and says what they declare beside what they do."
  static let discussion = [
    "Plays the cases of each stream without judging them, and reads from the logs",
    "what it did, whatever it declares. Prints the declaration to paste, with the",
    "case that shows each trait. A declaration that is 'stricter' promises more than",
    "was seen, so rules object; a 'laxer' one promises less, so rules look past what",
    "they could check. What no case shows stays as it is declared. Ends with 1 where",
    "a declaration is not what was seen. A word that names no subject and has a '/'",
    "or a '*' is a pattern of case ids, as '--filter' takes one without a key.",
  ]
  static let operand: OperandDeclaration? = OperandDeclaration(
    "SUBJECT|PATTERN", .any,
    help: "the streams to observe (default: reference); case ids as in --filter, or a scenario "
      + "file or folder (default: Scenarios)")

  static let schedules = OptionDeclaration(
    "--schedules", .one("N"),
    help: "how many schedules to play beside the canonical one (default: 0)")
  static let options: [OptionDeclaration] = [
    .filter, schedules, .seed, .isolation, RunCommand.watchdog, .dataFormat,
  ]

  let values: TraitsOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> TraitsCommand {
    let defaults = TraitsOptions()
    var values = defaults
    values.words = parsed.operands
    values.filter = parsed.text(.filter)
    values.schedules = try parsed.integer(schedules, in: 0...1_000_000) ?? defaults.schedules
    values.seed = try parsed.seed() ?? defaults.seed
    values.isolation = try parsed.choice(.isolation) ?? defaults.isolation
    values.watchdog = try parsed.seconds(RunCommand.watchdog) ?? defaults.watchdog
    values.format = try parsed.choice(.dataFormat) ?? defaults.format
    return TraitsCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try harness.traits(values, in: environment)
  }
}

extension Harness {
  /// Observes the streams of some subjects and prints what there is to declare.
  ///
  /// A call that is stopped prints nothing of the subject that it is at: what a part of the cases
  /// shows is not what there is to declare.
  package func traits(
    _ options: TraitsOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let (subjects, selectors) = try told(options.words, in: environment)
    let names = subjects.isEmpty ? defaultSubjects : subjects
    // Every word is looked at before any work.
    let plans = try names.map { name throws(UsageError) in
      (name, try plan(subject: name, paths: selectors, filter: options.filter, in: environment))
    }
    var codes: [ExitCode] = []
    for (name, plan) in plans {
      let code = try withSelectedCases(of: plan, in: environment) { count in
        try Simulation.requireSupport()
        let cases = CaseFeed(plan, of: count, stopSignal: environment.stopSignal)
        let client = try client(RunOptions(options, subject: name), plan, in: environment)
        let observed = try observed(name, cases, options, by: client)
        guard !observed.isEmpty else {
          environment.standardError.write(
            "\(environment.programName): no case is about a stream of '\(name)'\n")
          return .nothingSelected
        }
        let columns = environment.columns(on: environment.standardOutput)
        for stream in observed {
          let text = try stream.text(as: options.format, columns: columns)
          switch options.format {
          case .human: environment.tell(text)
          case .json: environment.standardOutput.write(text)
          }
        }
        return observed.contains { stream in stream.isDifferent } ? .failure : .success
      }
      if code == .harnessFailure, environment.stopSignal.isRaised { return code }
      codes.append(code)
    }
    return codes.first { code in code != .success } ?? .success
  }

  /// The words of a call told apart: names of subjects, and what selects cases.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - environment: Where the call is made.
  /// - Returns: The names, and the patterns, files and folders.
  /// - Throws: `UsageError` for a word that names no subject and can't be meant for cases: no file
  ///   or folder, nor what a name of a subject does not have.
  private func told(
    _ words: [String], in environment: CommandEnvironment
  ) throws(UsageError) -> (subjects: [String], selectors: [String]) {
    let known = subjectNames
    var told: (subjects: [String], selectors: [String]) = ([], [])
    for word in words {
      if known.contains(word) {
        told.subjects.append(word)
        continue
      }
      let isOfCases =
        word.contains("/") || word.contains("*")
        || ScenarioFinder.isPlace(word, workingDirectory: environment.workingDirectory)
      if !isOfCases { try checkSubject(word) }
      told.selectors.append(word)
    }
    return told
  }

  /// Plays the selected cases of a subject.
  ///
  /// - Returns: Its streams that cases were about, in the order of the products, with what those
  ///   showed.
  private func observed(
    _ name: String, _ cases: CaseFeed, _ options: TraitsOptions, by client: CaseClient
  ) throws -> [ObservedStream] {
    var streams: [ObservedStream] = []
    for subject in products.flatMap({ product in product.subjects })
    where subject.name == name && !streams.contains(where: { $0.subject.stream == subject.stream })
    {
      streams.append(ObservedStream(subject: subject))
    }
    defer { client.dismiss() }
    for scenario in cases.lazy.map(\.scenario) {
      let used = scenario.streams
      guard
        !used.isEmpty,
        used.allSatisfy({ stream in streams.contains { $0.subject.stream == stream } })
      else { continue }
      var request = client.request(
        scenario, .sample(first: 1, count: options.schedules))
      request.observesTraits = true
      let outcome = try client.ask(request, of: scenario).outcome
      for place in streams.indices where used.contains(streams[place].subject.stream) {
        streams[place].add(outcome, of: scenario)
      }
    }
    try cases.checkEnd()
    return streams.filter { stream in stream.cases > 0 }
  }
}

extension ObservedStream {
  /// Counts what came of playing one case.
  fileprivate mutating func add(_ outcome: WorkerOutcome, of scenario: ScenarioCase) {
    let result = CaseResult(outcome, of: scenario, again: "")
    switch result.outcome {
    case .skipped: return
    case .errored(let failure), .failed(let failure):
      cases += 1
      interruptions.append((scenario.id, failure.message))
      // A second iterator that is the end of the process says that there may be only one.
      if case .died(let death) = outcome, death.isTrap, scenario.iteratesTwice {
        add(SeenValue(["single"]), of: .iterators, at: scenario.id)
      }
    case .passed: add(result)
    }
  }
}

extension WorkerDeath {
  /// Whether the process trapped, as the standard library does where a type is misused.
  fileprivate var isTrap: Bool {
    if case .signal = cause { complaint != nil } else { false }
  }
}

extension ScenarioCase {
  /// Whether a line makes a further iterator of a sequence.
  fileprivate var iteratesTwice: Bool {
    timeline.contains { step in
      if case .iterate = step.action { true } else { false }
    }
  }
}

extension RunOptions {
  /// What of an observation's options has a say in a result.
  fileprivate init(_ options: TraitsOptions, subject: String) {
    self.init()
    self.subject = subject
    seed = options.seed
    isolation = options.isolation
    watchdog = options.watchdog
  }
}
