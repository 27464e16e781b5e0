package import SluiceProducts
package import SluiceScenarios
import Synchronization

/// What answers the requests of a run, in a worker or in the run's own process.
///
/// Requests come file by file; the last file that was read is kept, and no other.
package final class CaseServer: Sendable {
  private struct Kept {
    var root: String
    var path: String
    var file: ScenarioFile
  }

  private let products: [Product]
  private let registry: Registry
  private let shipped: ShippedScenarios?
  private let kept = Mutex<Kept?>(nil)

  /// A server of cases of some products.
  ///
  /// - Parameters:
  ///   - products: The products.
  ///   - registry: The words of all of them.
  ///   - shippedScenarios: The scenarios that come with the kit, where a run can be of them.
  package init(
    products: [Product], registry: Registry, shippedScenarios: ShippedScenarios? = nil
  ) {
    shipped = shippedScenarios
    self.products = products
    self.registry = registry
  }

  /// The answer to one request: the case's result as one line.
  ///
  /// - Parameters:
  ///   - request: The request's line.
  ///   - progress: Told of each scenario line before it runs.
  /// - Returns: The answer's line, which `CaseResult` reads; a request that is of no use is
  ///   answered with the reason.
  package func answer(_ request: String, _ progress: @escaping (String) -> Void) -> String {
    do {
      let request = try CaseLine.decode(CaseRequest.self, from: request)
      return try CaseLine.encode(CaseAnswer.result(try run(request, progress)))
    } catch {
      return CaseServer.refusal(error)
    }
  }

  /// A refusal holds nothing but text, so it can be written whatever the reason is.
  private static func refusal(_ error: CaseLineError) -> String {
    do {
      return try CaseLine.encode(CaseAnswer.unusable(error.description))
    } catch {
      preconditionFailure("a text can always be written as JSON, but: \(error)")
    }
  }

  private func run(
    _ request: CaseRequest, _ progress: @escaping (String) -> Void
  ) throws(CaseLineError) -> CaseResult {
    let level = try request.ruleLevel()
    let file: ScenarioFile
    do {
      file = try read(request)
    } catch {
      return unusable(request, error.description)
    }
    guard let scenario = file.scenarioCase(id: request.id) else {
      return unusable(request, "'\(request.shownPath)' has no longer a case '\(request.id)'")
    }
    // A subject that blocks its thread for ever keeps the closure for as long.
    let explorer = CaseExplorer(
      of: scenario,
      playedBy: CaseRunner(products: products, subjectName: request.subject), level: level,
      seed: request.seed, keeping: Keepsakes(request),
      vocabulary: request.writesScenario ? registry : nil, commands: request.commands,
      progress: progress)
    return request.observesTraits
      ? explorer.observed(schedules: request.exploration.furtherSchedules)
      : explorer.result(of: request.exploration)
  }

  /// The result of a case that is not there any more, or not as it was when the run was planned.
  private func unusable(_ request: CaseRequest, _ reason: String) -> CaseResult {
    let body = "\(reason)\nagain: \(request.commands.run)"
    let problem = Problem(kind: .scenarioUnusable, message: reason, body: body, line: 1)
    return CaseResult(id: request.id, outcome: .errored(problem))
  }

  private func read(_ request: CaseRequest) throws(PlanError) -> ScenarioFile {
    let known = kept.withLock { kept in
      kept?.path == request.shownPath && kept?.root == request.root ? kept?.file : nil
    }
    if let known { return known }
    let root = ScenarioRoot(path: request.root, shipped: shipped)
    let library = ScenarioLibrary(registry: registry, root: root)
    guard let file = try library.read(request.shownPath).file else {
      throw .spoiled(request.shownPath)
    }
    kept.withLock { kept in
      kept = Kept(root: request.root, path: request.shownPath, file: file)
    }
    return file
  }
}
