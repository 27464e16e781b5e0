import Foundation
import Glibc
import SluiceRunner
import Synchronization
import Testing

/// Workers written as a shell script, of which each knows the how manieth it is.
private final class NumberedWorkers: Sendable {
  /// Answers every request with the worker's number.
  static let serves =
    "while read -r word number text <&3; do say began $number; say answer $number $mine; done"

  private let file = SwiftWorker.markFile()
  private let late = Mutex<[LateDeath]>([])
  private let command: WorkerCommand

  /// Workers that run commands, in which `$mine` is the number.
  init(_ body: String) {
    command = FakeWorker.script("echo >> \(file); mine=$(wc -l < \(file)); \(body)")
  }

  deinit { try? FileManager.default.removeItem(atPath: file) }

  func makeSession() -> WorkerSession {
    WorkerSupervisor(
      command: command, clock: MachineWatchdogClock(),
      onLateDeath: { death in self.late.withLock { late in late.append(death) } }
    ).makeSession()
  }

  /// How many have begun.
  var begun: Int {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.count
  }

  /// The numbers of those processes that run now; what such a process starts is none.
  var running: [pid_t] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
        guard let number = pid_t(name), getpgid(number) == number else { return nil }
        // The script names the file, which no other process does.
        return Self.arguments(number).contains(file) ? number : nil
      }
    }
  }

  /// What a process was started with.
  ///
  /// Whoever starts one goes on a moment before the system has noted that down: until then there
  /// is nothing, or what this process was started with.
  private static func arguments(_ number: pid_t) -> String {
    while true {
      let words = words(of: "\(number)")
      guard words.isEmpty || words == Self.words(of: "self"), isOwnAndRuns(number) else {
        return words
      }
      sched_yield()
    }
  }

  private static func words(of process: String) -> String {
    (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
  }

  /// Whether a process is a child of this one, and has not ended.
  private static func isOwnAndRuns(_ number: pid_t) -> Bool {
    let line = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
    // The state and the parent's number come behind the name, which is in parentheses.
    let fields = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
    return fields.count > 2 && fields[1] != "Z" && fields[1] != "X" && fields[2] == "\(getpid())"
  }

  /// The late deaths that were told.
  var lateDeaths: [LateDeath] { late.withLock { late in late } }
}

@Suite("Worker started ahead")
struct WorkerAheadTests {
  @Test("is the one that is asked when the one before ends, and one is enough")
  func ahead() throws {
    let workers = NumberedWorkers("say ready; \(NumberedWorkers.serves)")
    var session = workers.makeSession()
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
    #expect(workers.begun == 3)
    #expect(workers.lateDeaths.isEmpty)
  }

  @Test(
    "that ends before it is asked, or is ready, is no request's fault", arguments: ["ready", ""])
  func endedUnasked(word: String) throws {
    let workers = NumberedWorkers(
      "[ $mine = 1 ] && { \(word.isEmpty ? "" : "say \(word); ")kill -KILL $$; }; "
        + "say ready; \(NumberedWorkers.serves)")
    var session = workers.makeSession()
    session.prepare()
    #expect(try session.ask("one") == .answered("2", output: CapturedOutput()))
    session.dismiss()
    #expect(workers.lateDeaths.isEmpty)
  }

  @Test("and one behind it that end before they begin are the request's fault in the end")
  func endedTwice() throws {
    let workers = NumberedWorkers("say ready; exit 3")
    var session = workers.makeSession()
    session.prepare()
    #expect(try session.ask("one") == .died(WorkerDeath(cause: .exited(code: 3))))
    #expect(workers.begun == 2)
    session.dismiss()
  }

  @Test("that ends behind one which ended late is no request's fault either")
  func endedBehindAnother() throws {
    // The first serves once, the second nobody, the third everybody.
    let workers = NumberedWorkers(
      "say ready; [ $mine = 2 ] && exit 3; [ $mine = 1 ] && { read -r word number text <&3; "
        + "say began $number; say answer $number $mine; exit 4; }; \(NumberedWorkers.serves)")
    var session = workers.makeSession()
    #expect(try session.ask("one") == .answered("1", output: CapturedOutput()))
    session.prepare()
    #expect(try session.ask("two") == .answered("3", output: CapturedOutput()))
    session.dismiss()
    #expect(workers.lateDeaths.map(\.death.cause) == [.exited(code: 4)])
    #expect(workers.lateDeaths.map { death in [death.before, death.served] } == [[1, 1]])
  }

  @Test("of a program that is never ready is told to whoever asks, after another try")
  func neverReady() throws {
    let workers = NumberedWorkers("exit 64")
    let death = WorkerDeath(cause: .exited(code: 64))
    try expect(.notReady(executable: "/bin/sh", death: death), of: workers.makeSession())
    #expect(workers.begun == 2)
  }

  @Test("of what can't be started is told to whoever asks")
  func impossible() throws {
    let supervisor = WorkerSupervisor(
      command: WorkerCommand(executable: "/nonexistent/worker"), clock: MachineWatchdogClock())
    let reason = "No such file or directory"
    try expect(
      .notStarted(executable: "/nonexistent/worker", reason: reason), of: supervisor.makeSession())
  }

  private func expect(_ expected: WorkerError, of session: consuming WorkerSession) throws {
    session.prepare()
    do throws(WorkerError) {
      let outcome = try session.ask("one")
      Issue.record("it was asked: \(outcome)")
    } catch {
      #expect(error == expected)
    }
    session.dismiss()
  }

  @Test("that nobody comes to ask tells nothing, and leaves no process")
  func neverAsked() throws {
    let workers = NumberedWorkers("say ready; read -r line <&3; exit 5")
    var session = workers.makeSession()
    session.prepare()
    #expect(try workers.running.count == 1)
    session.dismiss()
    #expect(try workers.running.isEmpty)
    #expect(workers.lateDeaths.isEmpty)
  }
}
