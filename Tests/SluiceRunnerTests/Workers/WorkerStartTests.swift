import Glibc
import SluiceRunner
import Testing

@Suite("Worker start")
struct WorkerStartTests {
  @Test("that is impossible is a failure of the harness")
  func impossible() {
    #expect(
      throws: WorkerError.notStarted(
        executable: "/nonexistent/worker", reason: "No such file or directory")
    ) {
      try outcomes(of: ["request"], from: WorkerCommand(executable: "/nonexistent/worker"))
    }
  }

  @Test("with a zero byte in an argument is refused")
  func zeroByte() {
    #expect(throws: WorkerError.self) {
      try outcomes(
        of: ["request"], from: WorkerCommand(executable: "/bin/sh", arguments: ["a\0b"]))
    }
  }

  @Test("of a program that ends before it is ready is a failure of the harness")
  func neverReady() {
    #expect(
      throws: WorkerError.notReady(
        executable: "/bin/sh",
        death: WorkerDeath(
          cause: .exited(code: 64), lastWords: CapturedOutput(standardError: "bad call\n")))
    ) {
      try outcomes(of: ["request"], from: FakeWorker.script("echo bad call >&2; exit 64"))
    }
  }

  @Test("of a program that says nothing is a failure of the harness")
  func silent() {
    var limits = WorkerLimits(silence: .seconds(10))
    limits.glance = .milliseconds(1)
    #expect(
      throws: WorkerError.notReady(
        executable: "/bin/sh", death: WorkerDeath(cause: .silent(limit: .seconds(10))))
    ) {
      try outcomes(
        of: ["request"], from: FakeWorker.script("exec sleep 1000"), limits: limits,
        clock: LeapingClock())
    }
  }

  @Test("of a program that speaks out of turn is a failure of the harness")
  func outOfTurn() {
    #expect(
      throws: WorkerError.notReady(
        executable: "/bin/sh", death: WorkerDeath(cause: .incoherent(line: "answer 0 early")))
    ) {
      try outcomes(of: ["request"], from: FakeWorker.script("say answer 0 early; read -r x <&3"))
    }
  }

  @Test("gives the environment of the command and what every worker has")
  func environment() throws {
    let names = ["SWIFT_DETERMINISTIC_HASHING", "SWIFT_BACKTRACE", "COLOUR", "HOME"]
    var command = FakeWorker.menu
    command.environment = ["COLOUR": "sea green", "SWIFT_DETERMINISTIC_HASHING": "0"]
    let all = try outcomes(of: names.map { name in "variable \(name)" }, from: command)
    #expect(
      all
        == ["1", "enable=no", "sea green", "none"].map { value in
          .answered(value, output: CapturedOutput())
        })
  }

  @Test("gives an empty standard input")
  func standardInput() throws {
    let script = """
      say ready
      read -r word number text <&3
      say began "$number"
      say answer "$number" "<$(cat)>"
      """
    #expect(
      try outcomes(of: ["read"], from: FakeWorker.script(script)) == [
        .answered("<>", output: CapturedOutput())
      ])
  }

  @Test("gives no descriptors of another worker")
  func descriptors() throws {
    let alone = try outcomes(of: ["descriptors"])
    let supervisor = WorkerSupervisor(
      command: FakeWorker.menu, watchdog: .seconds(600), clock: RunningClock())
    try supervisor.run(["first"]) { _, _ in
      let beside = try outcomes(of: ["descriptors"])
      #expect(beside == alone)
    }
  }

  @Test("gives no descriptors that whoever starts a worker has open")
  func inherited() throws {
    // As Foundation opens files: it goes to whatever is started.
    let open = fcntl(STDIN_FILENO, F_DUPFD, 40)
    defer { close(open) }
    #expect(open >= 40)
    let outcomes = try outcomes(of: ["descriptors"])
    guard case .answered("listed", let output) = try #require(outcomes.first) else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(!output.standardOutput.split(separator: "\n").contains("\(open)"))
  }

  @Test("leads a process group of its own")
  func group() throws {
    let script = """
      say ready
      read -r word number text <&3
      say began "$number"
      read -r pid name state parent group rest < /proc/$$/stat
      [ "$group" = $$ ] && say answer "$number" leader
      """
    #expect(
      try outcomes(of: ["group"], from: FakeWorker.script(script)) == [
        .answered("leader", output: CapturedOutput())
      ])
  }
}
