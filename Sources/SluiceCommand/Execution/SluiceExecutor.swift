import SluiceConformance
package import SluiceRunner
package import SluiceScenarios

/// What carries the commands out, against the products that it knows.
public struct SluiceExecutor: CommandExecutor {
  package let products: [any Product]
  package let registry: Registry

  /// The executor with all products of the kit.
  public init() {
    self.init(products: [ListenerProduct(), FirestoreProduct()])
  }

  init(products: [any Product]) {
    self.products = products
    registry = Vocabulary.registry(of: products)
  }

  /// The names of all implementations, each once, in the order of the products.
  var subjectNames: [String] {
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

  /// The directory where `Scenarios` stands, from the working directory or else from the executable upwards.
  func root(in environment: CommandEnvironment) throws(UsageError) -> ScenarioRoot {
    let places = [environment.workingDirectory, environment.executablePath]
    guard let root = ScenarioRoot.find(from: places) else {
      throw .noSuchFile(path: "Scenarios")
    }
    return root
  }

  /// The plan of a call: its files and its filter, both checked.
  func plan(
    paths: [String], filter: String?, in environment: CommandEnvironment
  ) throws(UsageError) -> RunPlan {
    let root = try root(in: environment)
    var parsed: CaseFilter?
    if let filter {
      let result = CaseFilter.parse(filter)
      guard let good = result.filter else {
        throw .wrongValue(
          option: "--filter", value: filter,
          expected: "a filter: \(result.diagnostics.map(\.message).joined(separator: "; "))")
      }
      parsed = good
    }
    do {
      let files = try ScenarioFinder.files(
        paths, workingDirectory: environment.workingDirectory, root: root)
      return RunPlan(
        library: ScenarioLibrary(registry: registry, root: root), files: files, filter: parsed)
    } catch {
      throw .noSuchFile(path: error.place)
    }
  }
}
