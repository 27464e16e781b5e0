import SluiceRunner
import Testing

@Suite("Worker process group", .timeLimit(.minutes(2)))
struct WorkerGroupTests {
  @Test(
    "is killed with its worker, though a child of the worker ignores signals and keeps pipes open")
  func grandchild() throws {
    let mark = SwiftWorker.markFile()
    var command = FakeWorker.menu
    command.environment = ["MARK": mark, "PATH": "/usr/bin:/bin"]
    #expect(
      try outcomes(of: ["grandchild", "after"], from: command) == [
        .died(WorkerDeath(cause: .exited(code: 3))),
        .answered("did after", output: CapturedOutput()),
      ])
    try SwiftWorker.awaitEnd(ofProcessIn: mark)
  }
}
