import SluiceConformance
public import SluiceScenarios
import Synchronization

/// What answers the requests of a run, in a worker or in the run's own process.
///
/// Files are read once: requests come file by file, and the last file read is kept.
public final class CaseServer: Sendable {
  private struct State {
    var path: String?
    var file: ScenarioFile?
  }

  private let products: [any Product]
  private let registry: Registry
  private let state = Mutex(State())

  /// A server of cases of some products.
  public init(products: [any Product], registry: Registry) {
    self.products = products
    self.registry = registry
  }

  /// The answer to one request: the case's result as one line.
  ///
  /// - Parameters:
  ///   - request: The request's line.
  ///   - progress: Told of each scenario line before it runs.
  /// - Returns: The answer's line; an unusable request is answered with an error of its own kind.
  public func answer(_ request: String, _ progress: (String) -> Void) -> String {
    do {
      let request = try CaseLine.decode(CaseRequest.self, from: request)
      return try CaseLine.encode(run(request, progress))
    } catch {
      return "{\"unusable\":\(jsonString(error.description))}"
    }
  }

  private func run(_ request: CaseRequest, _ progress: (String) -> Void) -> CaseResult {
    let scenario: ScenarioCase
    do {
      scenario = try find(request)
    } catch {
      return CaseResult(
        id: request.id,
        outcome: .errored(
          Problem(
            kind: .scenarioUnusable, message: error.reason, body: error.reason, line: 1)))
    }
    let runner = CaseRunner(
      products: products, subjectName: request.subject,
      level: Rule.Level(rawValue: request.level) ?? .should)
    return withoutActuallyEscaping(progress) { progress in
      runner.run(scenario, again: request.again, progress: progress)
    }
  }

  private func find(_ request: CaseRequest) throws(CaseLineError) -> ScenarioCase {
    let file = try read(request)
    guard let scenario = file.scenarioCase(id: request.id) else {
      throw CaseLineError(reason: "\(request.shownPath) has no case '\(request.id)'")
    }
    return scenario
  }

  private func read(_ request: CaseRequest) throws(CaseLineError) -> ScenarioFile {
    let kept = state.withLock { state in state.path == request.shownPath ? state.file : nil }
    if let kept { return kept }
    let library = ScenarioLibrary(
      registry: registry, root: ScenarioRoot(path: request.root))
    let result: ScenarioReader.Result
    do {
      result = try library.read(request.shownPath)
    } catch {
      throw CaseLineError(reason: error.description)
    }
    guard let file = result.file else {
      throw CaseLineError(reason: "\(request.shownPath) has changed and is wrong now")
    }
    state.withLock { state in
      state.path = request.shownPath
      state.file = file
    }
    return file
  }

  private func jsonString(_ text: String) -> String {
    (try? CaseLine.encode(text)) ?? "\"\""
  }
}
