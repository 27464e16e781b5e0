import SluiceReports
import SluiceRunner
import SluiceScenarios

extension SluiceExecutor {
  /// Plays the selected cases on real threads.
  public func stress(
    _ options: StressOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(
      subject: options.subject, paths: options.paths, filter: options.filter, in: environment)
    return try withSelectedCases(of: plan, in: environment) { _ in
      try StressSession(
        options: options, environment: environment, plan: plan,
        server: stressServer(in: environment)
      ).run()
    }
  }

  /// Answers the requests of `sluice stress` until there are no more.
  public func serveStress(
    _ options: ServeOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let server = stressServer(in: environment)
    do {
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

  private func stressServer(in environment: CommandEnvironment) -> StressServer {
    let time = environment.monotonicTime
    return StressServer(products: products, registry: registry) { seed, id in
      // Cases of one seed are to have jitter of their own.
      RealThreads(seed: seed ^ Fingerprint(of: id).value, time: time)
    }
  }
}
