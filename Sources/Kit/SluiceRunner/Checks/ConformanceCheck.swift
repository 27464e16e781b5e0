import Foundation
package import SluiceConformance
package import SluiceProducts
import SluiceScenarios
import SluiceSimulation
package import SluiceSpies

/// One gate inside somebody's test: some streams, run against scenarios under many schedules, with
/// everything that is wrong told as an issue with its place.
///
/// It is the same run as that of the command line, and says the same of each failure. What it
/// answers is a function of the streams, the scenarios and the options.
package struct ConformanceCheck: Sendable {
  /// The call in the test.
  package let call: ConformanceCall
  /// What was asked for.
  package let options: Options
  let subjects: [Subject]
  /// The names of the streams, each once.
  let subjectNames: [String]
  private let products: [Product]
  /// The last edition whose cases and rules count.
  let edition: Edition
  /// The rules that judge the cases.
  let rules: RuleBook
  private let registry: Registry
  /// What this process has read for the check.
  private let libraries = ScenarioLibraries()

  /// What a call asks for, beside its streams.
  package struct Options: Sendable, Hashable {
    /// Files and folders, from the caller's package; none means all about the streams' products.
    package var scenarios: [String] = []
    /// An expression that selects cases.
    package var filter: String?
    /// Patterns of case ids, or whole ids, one of which a case has to match if there are any.
    package var only: [String] = []
    /// A schedule that the only selected case is replayed under.
    package var schedule: String?
    /// How many further schedules each case is run under.
    package var schedules = Exploration.defaultSchedules
    /// What schedules and random numbers follow from, together with the case's id.
    package var seed: UInt64 = 0
    /// The lowest level at which a violation fails a case; violations below it are advice.
    package var level = Rule.Level.must
    /// The last edition whose cases and rules count, as the call has it; nil for the newest.
    package var edition: String?
    /// The rules that could apply and need not be exercised; nil if no rule has to be.
    package var notExercised: [String]?
    /// The list of the failures that are known, from the caller's package.
    package var knownFailing: String?
    /// What of a run is asked for.
    package var part = Part.everything

    /// What a call asks for that says nothing else.
    package init() {}
  }

  /// What of a run is asked for.
  package enum Part: Sendable, Hashable {
    /// The cases, and whether they exercise every rule.
    case everything
    /// The cases alone.
    case cases
    /// Whether the cases exercise every rule, as their canonical schedules show.
    case coverage
  }

  /// A check of some streams.
  ///
  /// - Parameters:
  ///   - subjects: The streams, each over the scripted listener or over one of the products.
  ///   - products: Products of the caller's own, or of the kit's, that the streams are over.
  ///   - rules: Rules of the caller's own, which judge every case beside the catalogue.
  ///   - options: What is asked for.
  ///   - call: The call in the test.
  ///   - newest: The newest edition of the kit.
  /// - Throws: `ConformanceCheckError.noProduct` for a stream that is over none of the products,
  ///   `.twoSubjects` for two that could not be told apart, `.noSubject` without any,
  ///   `.unusableRule` for a rule with a mistake, and `.unusableEdition` for no edition of the kit.
  package init(
    of subjects: [Subject], products: [Product], rules: [Rule] = [], options: Options,
    call: ConformanceCall, newest: Edition = .newest
  ) throws(ConformanceCheckError) {
    if let mistake = RuleMistake.first(in: rules, upTo: newest) { throw .unusableRule(mistake) }
    if let clash = Product.clash(in: [ListenerProduct.product] + products) {
      throw .clash(clash)
    }
    let all = [ListenerProduct.product.judged(by: rules)] + products
    for (index, subject) in subjects.enumerated() {
      guard all.contains(where: { product in subject.isOf(product) }) else {
        throw .noProduct(subject: subject.name, stream: subject.stream)
      }
      let isRepeated = subjects[..<index].contains { other in
        (other.name, other.stream) == (subject.name, subject.stream)
      }
      guard !isRepeated else { throw .twoSubjects(subject.name, stream: subject.stream) }
    }
    var names: [String] = []
    for subject in subjects where !names.contains(subject.name) { names.append(subject.name) }
    guard !names.isEmpty else { throw .noSubject }
    self.products = all.map { product in
      product.with(subjects.filter { subject in subject.isOf(product) })
    }
    self.rules = self.products.ruleBook
    var registry = Vocabulary.registry(of: self.products)
    registry.newestEdition = newest
    self.registry = registry
    do throws(EditionError) {
      edition =
        try options.edition.map { text throws(EditionError) in
          try Edition(text, upTo: newest)
        } ?? newest
    } catch {
      throw .unusableEdition(error)
    }
    self.subjects = subjects
    subjectNames = names
    self.options = options
    self.call = call
  }

  /// The files that are meant and have cases, or mistakes, as reports show them.
  ///
  /// - Returns: The paths, sorted by their bytes.
  /// - Throws: `PlanError` for a place that does not exist, holds no scenarios or can't be read.
  package func files() throws -> [String] {
    let plan = try plan()
    return try plan.files.filter { path in try plan.library.read(path).file?.caseCount != 0 }
  }

  /// What answers a worker's requests.
  ///
  /// - Throws: `PlanError` where the scenarios that come with the kit can't be found.
  func caseServer() throws -> CaseServer {
    caseServer(shippedScenarios: try ShippedScenarios(inSourcesOf: testedProducts))
  }

  private func caseServer(shippedScenarios: ShippedScenarios?) -> CaseServer {
    CaseServer(
      products: products,
      cases: RequestedCases(
        registry: registry, shippedScenarios: shippedScenarios, libraries: libraries))
  }

  /// Runs the cases, on the calling thread.
  ///
  /// - Parameters:
  ///   - worker: The command that starts this test again in a process of its own, where it serves
  ///     as a worker; nil to run the cases here.
  ///   - detail: Which failed cases have an issue of their own.
  ///   - tell: Told of the issues when the check is over, or throws. If each failed case has an
  ///     issue of its own, that is reported as soon as it is known.
  /// - Returns: What was run.
  /// - Throws: `SimulationError`, `PlanError`, `ConformanceCheckError` or `WorkerError` where
  ///   nothing can be run.
  package func run(
    worker: WorkerCommand? = nil, detail: IssueDetail? = nil, _ tell: (ConformanceIssue) -> Void
  ) throws -> ConformanceCount {
    try Simulation.requireSupport()
    let variables = ProcessInfo.processInfo.environment
    func report(_ issue: ConformanceIssue) { tell(issue.guarded(in: variables)) }
    let detail = try detail ?? IssueDetail(in: variables)
    let plan = try plan()
    let known = try knownFailures(plan.library.root)
    let allowed = try AllowedRules(
      options.notExercised, of: rules, root: plan.library.root)
    var count = ConformanceCount()
    var findings = CheckFindings(of: self, root: plan.library.root, detail: detail)
    defer { for issue in findings.issues { report(issue) } }
    let selected = plan.check { finding in findings.add(finding) }
    guard let selected else { return count }
    guard selected > 0 else {
      findings.add(RunRemark("no case is selected\(call.again(options))"))
      return count
    }
    if options.schedule != nil, selected > 1 {
      throw ConformanceCheckError.severalReplayed(cases: selected)
    }
    let client = ConformanceClient(
      server: caseServer(shippedScenarios: plan.library.root.shipped), root: plan.library.root,
      options: options, edition: edition, worker: worker)
    do {
      for name in subjectNames {
        var run = SubjectRun(
          check: self, subject: name, client: client, plan: plan, known: known, allowed: allowed)
        try run.perform(&findings, report)
        count += run.count
      }
    } catch {
      try client.dismiss()
      _ = DetachedProcesses.end()
      throw error
    }
    try client.dismiss()
    count.leftRunning = DetachedProcesses.end()
    count.explain(call, undeclared: options.edition == nil ? edition : nil, detail)
    return count
  }

  /// The names of the products that have a stream here.
  private var testedProducts: [String] {
    products.filter { product in !product.subjects.isEmpty }.map { product in product.name }
  }

  /// The products that are apps of one of those.
  private var apps: [Product] {
    let tested = Set(testedProducts)
    return products.filter { product in !tested.isDisjoint(with: product.parts) }
  }

  /// The ids of the rules that have no meaning for the implementations of a name, and of the rules
  /// that came later than the edition.
  func meaninglessRules(for subject: String) -> Set<String> {
    products.meaninglessRules(
      for: subjects.filter { other in other.name == subject }, in: edition)
  }

  private func plan() throws -> RunPlan {
    let shipped = try ShippedScenarios(inSourcesOf: testedProducts)
    var root = ScenarioRoot.find(
      from: AbsolutePath("..", from: call.filePath).text, beside: shipped)
    // In the kit's own tests the caller's scenarios are those that come with the kit.
    if root.path == shipped.path { root = ScenarioRoot(path: root.path) }
    let files =
      options.scenarios.isEmpty
      ? try ScenarioFinder.files(
        about: testedProducts, apps: apps.map { app in app.name }, root: root)
      : try ScenarioFinder.files(
        options.scenarios, workingDirectory: root.path, root: root)
    var plan = RunPlan(
      library: libraries.library(of: registry, below: root), files: files, filter: try filter())
    plan.patterns = options.only
    return plan
  }

  private func filter() throws -> CaseFilter? {
    guard let text = options.filter else { return nil }
    let result = CaseFilter.parse(text)
    if let filter = result.filter { return filter }
    let renderer = DiagnosticRenderer(sources: result.sources)
    let shown = result.diagnostics.map { diagnostic in renderer.render(diagnostic, as: .human) }
    throw ConformanceCheckError.unusableFilter(shown: shown.joined())
  }

  private func knownFailures(_ root: ScenarioRoot) throws -> KnownFailures {
    guard let path = options.knownFailing else { return KnownFailures() }
    let text = try FileContent.text(at: root.path(of: path), shownAs: path)
    do throws(ListError) {
      return try KnownFailures(parsing: text, rules: rules)
    } catch {
      throw ConformanceCheckError.unusableList(path, error)
    }
  }

  /// Whether everything about the streams' products is run, so that lists can be held to be exact.
  var isComplete: Bool {
    options.scenarios.isEmpty && options.filter == nil && options.only.isEmpty
  }
}

/// A reason for which a check can't be made as it was asked for.
package enum ConformanceCheckError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A call without a stream.
  case noSubject
  /// A stream that is over none of the products.
  case noProduct(subject: String, stream: String)
  /// Two implementations of one stream with one name, of which only the first would be run.
  case twoSubjects(String, stream: String)
  /// A filter that is none, with what is wrong with it.
  case unusableFilter(shown: String)
  /// A list with a mistake in it.
  case unusableList(String, ListError)
  /// A schedule for more than one case.
  case severalReplayed(cases: Int)
  /// A rule of the caller's with a mistake.
  case unusableRule(RuleMistake)
  /// An edition that the kit does not have.
  case unusableEdition(EditionError)
  /// Words of the products that can't be used together, in a sentence.
  case clash(String)
  /// Rules to be left out that are none.
  case unknownRules([String])
  /// A variable of the environment with a value that it can't have.
  case unusableVariable(String, value: String)

  /// The reason in a sentence.
  package var description: String {
    switch self {
    case .noSubject: "there is no stream to check"
    case .noProduct(let subject, let stream):
      "the subject '\(subject)' implements \(stream), which none of the products has; "
        + "name its product with 'products:'"
    case .twoSubjects(let name, let stream):
      "two of the subjects are called '\(name)' and implement \(stream)"
    case .unusableFilter(let shown): "the filter can't be used:\n\(shown)"
    case .unusableList(let path, let error):
      "\(path):\(error.place.line):\(error.place.column): error: \(error)"
    case .severalReplayed(let count):
      "a schedule belongs to one case, and \(count) are selected; say which with 'only:'"
    case .unusableRule(let mistake): "\(mistake)"
    case .unusableEdition(let error): "the edition is of no use: \(error)"
    case .clash(let sentence): sentence
    case .unknownRules(let rules):
      "there is no rule \(rules.map { rule in "'\(rule)'" }.joined(separator: ", "))"
    case .unusableVariable(let name, let value):
      "the variable \(name) is '\(value)', and not true, 1, false or 0"
    }
  }
}
