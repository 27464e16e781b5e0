import SluiceRunner
import SluiceSimulation

extension SluiceExecutor {
  /// Answers the requests of a run until there are no more.
  public func serve(
    _ options: ServeOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let server = CaseServer(products: products, registry: registry)
    do {
      try Simulation.requireSupport()
      try WorkerService.serve(
        requestDescriptor: options.requests, answerDescriptor: options.answers
      ) { request, progress in
        server.answer(request, progress)
      }
      return .success
    } catch {
      environment.standardError.write("sluice: \(error)\n")
      return .harnessFailure
    }
  }
}
