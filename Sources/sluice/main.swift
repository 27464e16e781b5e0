import Foundation
import SluiceCommand

let program = SluiceProgram(executor: SluiceExecutor())
exit(program.run(in: .process(commandLine: CommandLine.arguments)).rawValue)
