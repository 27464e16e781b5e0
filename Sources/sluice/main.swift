import Foundation
import SluiceCommand

/// Says that nothing is connected to the command line in this build.
private struct UnconnectedExecutor: CommandExecutor {
  private func refuse(_ environment: CommandEnvironment) -> ExitCode {
    environment.standardError.write("sluice: this build can't run anything\n")
    return .harnessFailure
  }

  func run(_: RunOptions, in environment: CommandEnvironment) -> ExitCode { refuse(environment) }
  func list(_: ListOptions, in environment: CommandEnvironment) -> ExitCode { refuse(environment) }
  func check(_: CheckOptions, in environment: CommandEnvironment) -> ExitCode {
    refuse(environment)
  }
  func explain(_: ExplainOptions, in environment: CommandEnvironment) -> ExitCode {
    refuse(environment)
  }
  func bench(_: BenchOptions, in environment: CommandEnvironment) -> ExitCode {
    refuse(environment)
  }
  func serve(_: ServeOptions, in environment: CommandEnvironment) -> ExitCode {
    refuse(environment)
  }
}

private let program = SluiceProgram(executor: UnconnectedExecutor())
exit(program.run(in: .process(commandLine: CommandLine.arguments)).rawValue)
