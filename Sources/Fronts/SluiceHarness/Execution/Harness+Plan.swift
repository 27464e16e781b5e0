import SluiceConformance
package import SluiceRunner
import SluiceScenarios

/// What the commands that are about cases have in common: which files and cases a call selects.
extension Harness {
  /// Refuses a name that no implementation has.
  func checkSubject(_ name: String) throws(UsageError) {
    guard !knows(name) else { return }
    throw .unknown("subject", name, known: subjectNames, listsKnown: true)
  }

  /// The nearest directory with a folder `Scenarios`, upwards from the working directory.
  ///
  /// A call that also means the kit's own scenarios needs no folder of the caller's.
  func root(in environment: CommandEnvironment) throws(UsageError) -> ScenarioRoot {
    do throws(PlanError) {
      let shipped = try shippedScenarios(in: environment)
      if let path = environment.root {
        let root = ScenarioRoot(path: path, shipped: shipped)
        guard root.isFolder, shipped != nil || root.hasScenarios else {
          throw .missing("\(path)/Scenarios")
        }
        return root
      }
      if let shipped {
        return ScenarioRoot.find(from: environment.workingDirectory, beside: shipped)
      }
    } catch {
      throw .unusablePath(reason: error.description)
    }
    guard let root = ScenarioRoot.find(from: environment.workingDirectory) else {
      throw .noScenarios(program: name)
    }
    return root
  }

  /// The root of a call that names none, if there is one.
  func usualRoot(in environment: CommandEnvironment) -> ScenarioRoot? {
    try? root(in: environment)
  }

  /// The plan of a call against a subject: its name, what it selects and the filter, all checked.
  func plan(
    subject: String, paths: [String], filter: String?, in environment: CommandEnvironment
  ) throws(UsageError) -> RunPlan {
    try checkSubject(subject)
    return try plan(paths: paths, filter: filter, in: environment)
  }

  /// Reads and checks every file of a plan, and has something done where nothing is wrong with
  /// them and a case is selected.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - environment: Where findings and errors go.
  ///   - color: Whether findings are coloured.
  ///   - work: What to do; it is told how many cases are selected.
  /// - Returns: What the work comes to, or why there was none.
  /// - Throws: A `UsageError` of the work; its other errors end the call with their code.
  package func withSelectedCases(
    of plan: RunPlan, in environment: CommandEnvironment, color: ColorChoice = .auto,
    _ work: (_ count: Int) throws -> ExitCode
  ) throws(UsageError) -> ExitCode {
    guard let count = check(plan, in: environment, format: .human, color: color) else {
      return environment.stoppedCode() ?? .usage
    }
    // What was to stop says so by itself, with a report of no case if it has one.
    guard count > 0 || plan.isStopped() else {
      let patterns = plan.patterns.map { pattern in quoted(pattern) }.joined(separator: ", ")
      var reason =
        patterns.isEmpty
        ? "" : "; what names no file or folder is a pattern of case ids: \(patterns)"
      if plan.isWanted != nil { reason += ": none of those that failed" }
      environment.tell(
        "\(name): no case is selected\(reason)\n", on: environment.standardError)
      return .nothingSelected
    }
    do {
      return try work(count)
    } catch let error as UsageError {
      throw error
    } catch WorkerError.stopped {
      return environment.stoppedCode() ?? .harnessFailure
    } catch {
      environment.tell(
        "\(name): \(oneLine("\(error)"))\n", on: environment.standardError)
      return .harnessFailure
    }
  }

  /// The plan of a call whose words are patterns of case ids, or files and folders.
  ///
  /// A word is a path if something stands there, or if it ends like a scenario file's name.
  /// Patterns select among the files that are named, or among all if none is; a case needs to match
  /// one. Files may lie in the `Scenarios` of another root than the call's: that is the plan's
  /// then.
  ///
  /// - Parameters:
  ///   - words: Files, folders and patterns; none for all.
  ///   - filter: Which cases, as the expression that was given.
  ///   - environment: Where the call is made.
  /// - Returns: The plan.
  /// - Throws: `UsageError` for a path or a filter that is wrong.
  package func plan(
    paths words: [String], filter: String?, in environment: CommandEnvironment
  ) throws(UsageError) -> RunPlan {
    let directory = environment.workingDirectory
    let paths = words.filter { word in ScenarioFinder.isPlace(word, workingDirectory: directory) }
    let first = paths.first.flatMap { path in
      ScenarioRoot.around(AbsolutePath(path, from: directory).text)
    }
    let root: ScenarioRoot
    if let found = usualRoot(in: environment) ?? (environment.root == nil ? first : nil) {
      root = found
    } else {
      root = try self.root(in: environment)
    }
    do throws(UsageError) {
      return try plan(below: root, words, paths, filter, in: environment)
    } catch .outsideOfRoot(let place, let reason) {
      let other = ScenarioRoot.around(AbsolutePath(place, from: directory).text)
      guard let other else {
        throw .unusablePath(
          reason: reason + ", and in no other folder 'Scenarios': the path of a scenario ends in "
            + "Scenarios/PRODUCT/LAYER/NAME.scenario")
      }
      do throws(UsageError) {
        let root = ScenarioRoot(path: other.path, shipped: root.shipped)
        return try plan(below: root, words, paths, filter, in: environment)
      } catch .outsideOfRoot(_, let reason) {
        throw .unusablePath(reason: reason)
      }
    }
  }

  private func plan(
    below root: ScenarioRoot, _ words: [String], _ paths: [String], _ filter: String?,
    in environment: CommandEnvironment
  ) throws(UsageError) -> RunPlan {
    let filter = try filter.map { text throws(UsageError) in try Harness.filter(text) }
    do {
      // A folder of very many files takes seconds to list.
      let files = try environment.guarding {
        Result { () throws(PlanError) in
          try ScenarioFinder.files(
            paths, workingDirectory: environment.workingDirectory, root: root)
        }
      }.get()
      var plan = RunPlan(
        library: environment.libraries.library(of: registry, below: root), files: files,
        filter: filter)
      plan.patterns = words.filter { word in !paths.contains(word) }
      plan.isStopped = { [stop = environment.stopSignal] in stop.isRaised }
      return plan
    } catch .outside(let place, let folder) {
      let reason = PlanError.outside(place, folder: folder).description
      throw .outsideOfRoot(place, reason: reason)
    } catch {
      throw .unusablePath(reason: error.description)
    }
  }

  /// The filter of a call.
  ///
  /// - Throws: `UsageError.unusableFilter` for a text that is none.
  static func filter(_ text: String) throws(UsageError) -> CaseFilter {
    let result = CaseFilter.parse(text)
    if let filter = result.filter { return filter }
    let renderer = DiagnosticRenderer(sources: result.sources)
    let shown = result.diagnostics.map { diagnostic in renderer.render(diagnostic, as: .human) }
    throw .unusableFilter(shown: shown.joined())
  }

  /// Reads and checks every file of a plan, and shows what is wrong with them.
  ///
  /// - Returns: How many cases are selected, of the files that it read before it was to stop; nil
  ///   where anything has errors.
  func check(
    _ plan: RunPlan, in environment: CommandEnvironment, format: DiagnosticFormat,
    color: ColorChoice
  ) -> Int? {
    let sink = environment.standardError
    let usesColor = color.usesColor(on: sink, variables: environment.variables)
    let columns = format == .human ? environment.columns(on: sink) : nil
    return plan.check(naming: oneLine) { finding in
      sink.put(finding.text(as: format, usesColor: usesColor, columns: columns))
    }
  }
}
