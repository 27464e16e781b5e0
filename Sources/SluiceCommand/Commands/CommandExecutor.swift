/// Whoever does the work of the commands.
///
/// The command line knows what was asked for, and nothing about how it is done; so calls can be
/// tested without work, and work without calls. Each function prints through the environment, and
/// throws a `UsageError` for what only the work shows to be wrong with the call.
public protocol CommandExecutor: Sendable {
  /// Runs cases and writes reports.
  func run(_ options: RunOptions, in environment: CommandEnvironment) throws(UsageError) -> ExitCode
  /// Runs cases under many more schedules.
  func explore(
    _ options: ExploreOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Runs a case under a given schedule.
  func replay(
    _ options: ReplayOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Lists the cases that a run would have.
  func list(
    _ options: ListOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Parses scenarios without running them.
  func check(
    _ options: CheckOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Says what a rule, a diagnostic code or a verb means.
  func explain(
    _ options: ExplainOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Observes streams, and says what they declare beside what they do.
  func traits(
    _ options: TraitsOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Runs cases on real threads.
  func stress(
    _ options: StressOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Measures what a run costs.
  func bench(
    _ options: BenchOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Serves the requests of a supervisor until it hangs up.
  func serve(
    _ options: ServeOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
  /// Serves the requests of `sluice stress` until it hangs up.
  func serveStress(
    _ options: ServeOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode
}
