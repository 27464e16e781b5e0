import Foundation
import SluiceRunner
import SluiceSimulation
import Testing

/// A worker in Swift: this test program again, told by a variable to run nothing but the fixture
/// below.
enum SwiftWorker {
  static let variable = "SLUICE_TEST_IS_WORKER"

  static func command(environment: [String: String] = [:]) -> WorkerCommand {
    var all = ProcessInfo.processInfo.environment
    all[variable] = "1"
    return WorkerCommand(
      executable: "/proc/self/exe",
      arguments: ["--testing-library", "swift-testing", "--filter", "WorkerFixture"],
      environment: all.merging(environment) { _, new in new })
  }

  /// A file for a worker to write its process number to.
  static func markFile() -> String {
    FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  }

  /// Returns when the process whose number is in the file is gone.
  static func awaitEnd(ofProcessIn file: String) throws {
    let number = try String(contentsOfFile: file, encoding: .utf8)
    try FileManager.default.removeItem(atPath: file)
    let status = "/proc/\(number.filter(\.isNumber))/stat"
    while let text = try? String(contentsOfFile: status, encoding: .utf8), !text.contains(") Z ") {
      sched_yield()
    }
  }
}

/// Uses the stack up.
@inline(never)
private func recurse(_ depth: Int) -> Int {
  depth == .max ? depth : recurse(depth + 1) &+ depth
}

@Suite("Worker fixture")
struct WorkerFixture {
  @Test(
    "serves requests in a process of its own",
    .enabled(
      if: ProcessInfo.processInfo.environment[SwiftWorker.variable] != nil, "only as a worker"))
  func serve() throws {
    try WorkerService.serve(
      requestDescriptor: 3, answerDescriptor: 4, boardDescriptor: 5
    ) { request, progress in
      printLine("handling \(request)")
      progress("begins with \(request)")
      switch request {
      case "trap": fatalError("as told")
      case "two lines": return "two\nlines"
      case "spin": spin()
      case "recurse":
        Simulation().perform { simulation in
          simulation.schedule("recurse") { _ = recurse(0) }
          _ = simulation.settle()
        }
      case "supervise": supervise("spin")
      default: break
      }
      return "did \(request)"
    }
    exit(0)
  }

  /// Prints as subjects do, through the buffers of the C library.
  private func printLine(_ line: String) {
    for byte in Array(line.utf8) + [0x0A] { putchar(Int32(byte)) }
  }

  /// Says which process it is, and never comes back.
  private func spin() -> Never {
    let mark = ProcessInfo.processInfo.environment["MARK"] ?? ""
    let number = "\(ProcessInfo.processInfo.processIdentifier)"
    try? number.write(toFile: mark, atomically: true, encoding: .utf8)
    while true { sched_yield() }
  }

  /// Has a worker of this worker handle a request.
  private func supervise(_ request: String) {
    let supervisor = WorkerSupervisor(
      command: SwiftWorker.command(), watchdog: .seconds(600), clock: RunningClock())
    try? supervisor.run([request]) { _, _ in }
  }
}
