import Foundation
import SluiceCommand

let program = SluiceProgram(executor: SluiceExecutor())
exit(program.runAsProcess(commandLine: CommandLine.arguments).rawValue)
