import Foundation
import Glibc
import SluiceRunner
import Synchronization
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

  @Test("ahead has one worker get ready for when the present one ends, and no other")
  func ahead() throws {
    let starts = SwiftWorker.markFile()
    // Each answers with its number among all.
    let command = FakeWorker.script(
      "echo started >> \(starts); mine=$(wc -l < \(starts)); say ready; "
        + "while read -r word number text <&3; do "
        + "say began $number; say answer $number $mine; done")
    let supervisor = WorkerSupervisor(command: command, clock: MachineWatchdogClock())
    var session = supervisor.makeSession()
    session.prepare()
    session.prepare()
    #expect(try session.ask("one") == .answered("1", output: CapturedOutput()))
    session.prepare()
    #expect(try session.ask("two") == .answered("1", output: CapturedOutput()))
    #expect(session.served == 2)
    session.renew()
    #expect(try session.ask("three") == .answered("2", output: CapturedOutput()))
    #expect(session.served == 1)
    session.renew()
    #expect(try session.ask("four") == .answered("3", output: CapturedOutput()))
    session.dismiss()
    #expect(try String(contentsOfFile: starts, encoding: .utf8).count { $0 == "\n" } == 3)
  }

  @Test("ahead, of a worker that ends before it is asked, is no request's fault")
  func endedUnasked() throws {
    let starts = SwiftWorker.markFile()
    let command = FakeWorker.script(
      "echo started >> \(starts); say ready; [ $(wc -l < \(starts)) = 1 ] && kill -KILL $$; "
        + "while read -r word number text <&3; do "
        + "say began $number; say answer $number $text; done")
    let supervisor = WorkerSupervisor(
      command: command, clock: MachineWatchdogClock(),
      onLateDeath: { late in Issue.record("nothing was asked of it: \(late)") })
    var session = supervisor.makeSession()
    session.prepare()
    #expect(try session.ask("one") == .answered("one", output: CapturedOutput()))
    session.dismiss()
  }

  @Test("ahead, of workers that all end before they begin, is the request's fault in the end")
  func endedTwice() throws {
    let starts = SwiftWorker.markFile()
    let command = FakeWorker.script("echo started >> \(starts); say ready; exit 3")
    var session = WorkerSupervisor(command: command, clock: MachineWatchdogClock()).makeSession()
    session.prepare()
    let outcome = try session.ask("one")
    #expect(outcome == .died(WorkerDeath(cause: .exited(code: 3))))
    #expect(try String(contentsOfFile: starts, encoding: .utf8) == "started\nstarted\n")
    session.dismiss()
  }

  @Test("ahead, after a worker that ends as soon as it has served, is no request's fault either")
  func endedBehindAnother() throws {
    let starts = SwiftWorker.markFile()
    // The first serves once, the second nobody, the third everybody.
    let command = FakeWorker.script(
      "echo started >> \(starts); mine=$(wc -l < \(starts)); say ready; [ $mine = 2 ] && exit 3; "
        + "while read -r word number text <&3; do say began $number; say answer $number $mine; "
        + "[ $mine = 1 ] && exit 4; done; exit 0")
    let late = Mutex<[LateDeath]>([])
    let supervisor = WorkerSupervisor(
      command: command, clock: MachineWatchdogClock(),
      onLateDeath: { death in late.withLock { late in late.append(death) } })
    var session = supervisor.makeSession()
    #expect(try session.ask("one") == .answered("1", output: CapturedOutput()))
    session.prepare()
    #expect(try session.ask("two") == .answered("3", output: CapturedOutput()))
    session.dismiss()
    let spent = WorkerDeath(cause: .exited(code: 4))
    let told = late.withLock { late in late.map { death in [death.before, death.served] } }
    #expect(told == [[1, 1]])
    #expect(late.withLock { late in late.first?.death.cause } == spent.cause)
  }

  @Test("ahead, of a program that is never ready, is told to whoever asks")
  func neverReadyAhead() throws {
    let starts = SwiftWorker.markFile()
    var session = WorkerSupervisor(
      command: FakeWorker.script("echo started >> \(starts); exit 64"),
      clock: MachineWatchdogClock()
    ).makeSession()
    session.prepare()
    do throws(WorkerError) {
      let outcome = try session.ask("one")
      Issue.record("it was never ready: \(outcome)")
    } catch {
      let death = WorkerDeath(cause: .exited(code: 64))
      #expect(error == .notReady(executable: "/bin/sh", death: death))
    }
    session.dismiss()
    #expect(try String(contentsOfFile: starts, encoding: .utf8) == "started\nstarted\n")
  }

  @Test("ahead, of what can't be started, is told to whoever asks")
  func impossibleAhead() throws {
    var session = WorkerSupervisor(
      command: WorkerCommand(executable: "/nonexistent/worker"), clock: MachineWatchdogClock()
    ).makeSession()
    session.prepare()
    do throws(WorkerError) {
      let outcome = try session.ask("one")
      Issue.record("it can't be started: \(outcome)")
    } catch {
      let reason = "No such file or directory"
      #expect(error == .notStarted(executable: "/nonexistent/worker", reason: reason))
    }
    session.dismiss()
  }

  @Test("ahead, of a worker that nobody comes to ask, tells nothing, and leaves no process")
  func neverAsked() throws {
    let mark = SwiftWorker.markFile()
    let supervisor = WorkerSupervisor(
      command: FakeWorker.script("echo $$ > \(mark); say ready; read -r line <&3; exit 5"),
      clock: MachineWatchdogClock(),
      onLateDeath: { late in Issue.record("nothing was asked of it: \(late)") })
    var session = supervisor.makeSession()
    session.prepare()
    while (try? String(contentsOfFile: mark, encoding: .utf8))?.hasSuffix("\n") != true {
      sched_yield()
    }
    session.dismiss()
    try SwiftWorker.awaitEnd(ofProcessIn: mark)
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
