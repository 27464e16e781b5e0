import SluiceRunner
import SluiceScenarios

/// The cases that a call selects, read file by file, so that memory does not grow with their number.
struct RunPlan {
  let library: ScenarioLibrary
  /// The files as reports show them, sorted.
  let files: [String]
  let filter: CaseFilter?

  /// Reads and checks every file.
  ///
  /// - Parameter report: Told of each diagnostic with the files in which its spans are.
  /// - Returns: How many cases are selected; nil where a file has errors.
  func check(_ report: (Diagnostic, SourceMap) -> Void) throws(PlanError) -> Int? {
    var selected = 0
    var hasErrors = false
    for path in files {
      let result = try library.read(path)
      for diagnostic in result.diagnostics { report(diagnostic, result.sources) }
      if let file = result.file {
        selected += count(of: file)
      } else {
        hasErrors = true
      }
    }
    return hasErrors ? nil : selected
  }

  private func count(of file: ScenarioFile) -> Int {
    guard let filter else { return file.caseCount }
    return file.cases.reduce(0) { count, scenario in
      filter.matches(scenario) ? count + 1 : count
    }
  }
}

/// The selected cases one by one, for a run that hands them out as it goes.
struct PlannedCases: Sequence {
  let plan: RunPlan

  struct Iterator: IteratorProtocol {
    private let plan: RunPlan
    private var remainingFiles: ArraySlice<String>
    private var cases: ScenarioFile.Iterator?

    init(plan: RunPlan) {
      self.plan = plan
      remainingFiles = plan.files[...]
    }

    mutating func next() -> ScenarioCase? {
      while true {
        while let scenario = cases?.next() {
          if plan.filter?.matches(scenario) != false { return scenario }
        }
        guard let path = remainingFiles.popFirst() else { return nil }
        cases = (try? plan.library.read(path))?.file?.cases.makeIterator()
      }
    }
  }

  func makeIterator() -> Iterator { Iterator(plan: plan) }
}
