import SluiceConformance
package import SluiceRunner
package import SluiceScenarios

/// What carries the commands out, against the products that it knows.
public struct SluiceExecutor: CommandExecutor {
  package let products: [any Product]
  package let registry: Registry

  /// The executor with all products of the kit.
  public init() {
    let products: [any Product] = [
      AuthProduct(),
      DatabaseProduct(),
      DeviceProduct(),
      FirestoreProduct(),
      ListenerProduct(),
      StorageProduct(),
      WebSocketProduct(),
    ]
    self.init(products: products + [AppProduct(of: products)])
  }

  init(products: [any Product]) {
    self.products = products
    registry = Vocabulary.registry(of: products)
  }

  /// The names of all implementations, each once, in the order of the products.
  package var subjectNames: [String] {
    var names: [String] = []
    for product in products {
      for subject in product.subjects where !names.contains(subject.name) {
        names.append(subject.name)
      }
    }
    return names
  }

  /// Refuses a name that no implementation has.
  func checkSubject(_ name: String) throws(UsageError) {
    let names = subjectNames
    guard !names.contains(name) else { return }
    throw .unknown("subject", name, known: names)
  }

  /// The directory where `Scenarios` stands, from the working directory or else from the executable
  /// upwards.
  func root(in environment: CommandEnvironment) throws(UsageError) -> ScenarioRoot {
    let places = [environment.workingDirectory, environment.executablePath]
    guard let root = ScenarioRoot.find(from: places) else {
      throw .noScenarios
    }
    return root
  }

  /// The plan of a call: its files and its filter, both checked.
  func plan(
    paths: [String], filter: String?, in environment: CommandEnvironment
  ) throws(UsageError) -> RunPlan {
    let root = try root(in: environment)
    let filter = try filter.map { text throws(UsageError) in try SluiceExecutor.filter(text) }
    do {
      let files = try ScenarioFinder.files(
        paths, workingDirectory: environment.workingDirectory, root: root)
      return RunPlan(
        library: ScenarioLibrary(registry: registry, root: root), files: files, filter: filter)
    } catch {
      throw .unusablePath(reason: error.description)
    }
  }

  private static func filter(_ text: String) throws(UsageError) -> CaseFilter {
    let result = CaseFilter.parse(text)
    if let filter = result.filter { return filter }
    let renderer = DiagnosticRenderer(sources: result.sources)
    let shown = result.diagnostics.map { diagnostic in renderer.render(diagnostic, as: .human) }
    throw .unusableFilter(shown: shown.joined())
  }

  /// Reads and checks every file of a plan, and shows what is wrong with them.
  ///
  /// - Returns: How many cases are selected; nil where anything has errors.
  func check(
    _ plan: RunPlan, in environment: CommandEnvironment, format: DiagnosticFormat
  ) -> Int? {
    plan.check { finding in
      environment.standardError.write(finding.text(as: format))
    }
  }

  /// Says that there is no case to work on.
  func nothingSelected(in environment: CommandEnvironment) -> ExitCode {
    environment.standardError.write("sluice: no case is selected\n")
    return .nothingSelected
  }
}
